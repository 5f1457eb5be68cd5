package dev.sessionbench.bench.client;

import com.google.cloud.spanner.SpannerOptions;
import dev.sessionbench.base.model.PoolShape;
import io.grpc.ClientInterceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The client that the suite is built with, with a pool of regular sessions of a given
 * configuration.
 *
 * <p>The pool begins to fill on {@link #open()}, not before. Only one thread may open and close it;
 * any number of threads may call the operations.
 */
public final class PooledClient extends SpannerDriver {
  /**
   * Builds the client with its own times; sends nothing.
   *
   * @param shape the pool
   * @param address its server
   * @param interceptors interceptors that see, and may change, every call attempt
   * @throws IllegalStateException if the environment forces multiplexed sessions
   */
  public PooledClient(
      PoolShape shape, ServerAddress address, List<ClientInterceptor> interceptors) {
    this(shape, address, Optional.empty(), Map.of(), interceptors);
  }

  /**
   * Builds the client; sends nothing.
   *
   * @param shape the pool
   * @param address its server
   * @param creationTimeout how long an attempt of BatchCreateSessions may take; empty for the
   *     client's own 60 s
   * @param others other options of the pool, as in {@link DriverOptions#pool}
   * @param interceptors interceptors that see, and may change, every call attempt
   * @throws IllegalStateException if the environment forces multiplexed sessions
   */
  public PooledClient(
      PoolShape shape,
      ServerAddress address,
      Optional<Duration> creationTimeout,
      Map<String, String> others,
      List<ClientInterceptor> interceptors) {
    super(
        options(shape, others),
        (builder, counter) -> {
          creationTimeout.ifPresent(timeout -> limitCreations(builder, timeout));
          List<ClientInterceptor> all = new ArrayList<>(interceptors);
          all.add(counter);
          return address.url().isEmpty()
              ? connect(builder, address.channels(1, all).get(0))
              : connect(builder, address.url(), all);
        });
  }

  private static DriverOptions options(PoolShape shape, Map<String, String> others) {
    Map<String, String> pool = DriverOptions.sizes(shape);
    pool.put("IncStep", Integer.toString(shape.incStep()));
    pool.putAll(others);
    ClientChannels channels = ClientChannels.of(shape.numChannels());
    return new DriverOptions(
        channels, pool, /* hasPool= */ true, /* multiplexed= */ false, new Attempts());
  }

  private static void limitCreations(SpannerOptions.Builder options, Duration timeout) {
    var creations = options.getSpannerStubSettingsBuilder().batchCreateSessionsSettings();
    var retries = creations.getRetrySettings().toBuilder().setInitialRpcTimeoutDuration(timeout);
    creations.setRetrySettings(retries.setMaxRpcTimeoutDuration(timeout).build());
  }

  @Override
  public PoolMetrics metrics() {
    return internals.orElseThrow().metrics(databaseClient());
  }
}
