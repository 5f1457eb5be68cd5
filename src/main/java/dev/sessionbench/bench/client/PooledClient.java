package dev.sessionbench.bench.client;

import com.google.cloud.spanner.SpannerOptions;
import dev.sessionbench.base.model.Invalid;
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
    this(shape, address, Optional.empty(), Optional.empty(), interceptors);
  }

  /**
   * Builds the client; sends nothing.
   *
   * @param shape the pool
   * @param address its server
   * @param creationTimeout how long an attempt of BatchCreateSessions may take; empty for the
   *     client's own 60 s
   * @param upkeep when the pool gives up idle sessions; empty for the client's own times
   * @param interceptors interceptors that see, and may change, every call attempt
   * @throws IllegalStateException if the environment forces multiplexed sessions
   */
  public PooledClient(
      PoolShape shape,
      ServerAddress address,
      Optional<Duration> creationTimeout,
      Optional<PoolUpkeep> upkeep,
      List<ClientInterceptor> interceptors) {
    this(options(shape, upkeep), address, creationTimeout, interceptors);
  }

  private PooledClient(
      DriverOptions options,
      ServerAddress address,
      Optional<Duration> creationTimeout,
      List<ClientInterceptor> interceptors) {
    super(
        options,
        builder -> {
          creationTimeout.ifPresent(timeout -> limitCreations(builder, timeout));
          List<ClientInterceptor> all = new ArrayList<>(interceptors);
          all.add(new AttemptCounter(options.attempts()));
          return address.url().isEmpty()
              ? connect(builder, address.channels(1, all).get(0))
              : connect(builder, address.url(), all);
        });
  }

  private static DriverOptions options(PoolShape shape, Optional<PoolUpkeep> upkeep) {
    Map<String, String> pool = DriverOptions.sizes(shape);
    pool.put("IncStep", Integer.toString(shape.incStep()));
    upkeep.ifPresent(
        times -> {
          pool.put("LoopFrequency", Long.toString(times.every().toMillis()));
          pool.put(
              "RemoveInactiveSessionAfterDuration",
              Long.toString(times.removeIdleAfter().toMillis()));
        });
    return new DriverOptions(
        ClientChannels.of(shape.numChannels()),
        pool,
        /* hasPool= */ true,
        /* multiplexed= */ false,
        new Attempts());
  }

  private static void limitCreations(SpannerOptions.Builder options, Duration timeout) {
    var creations = options.getSpannerStubSettingsBuilder().batchCreateSessionsSettings();
    creations.setRetrySettings(
        creations.getRetrySettings().toBuilder()
            .setInitialRpcTimeoutDuration(timeout)
            .setMaxRpcTimeoutDuration(timeout)
            .build());
  }

  @Override
  public PoolMetrics metrics() {
    return internals.orElseThrow().metrics(databaseClient());
  }

  /**
   * Decides when a pool gives up unused sessions. The client's own times are 10 s and 55 min. The
   * pool gives up all sessions that have been idle for too long, and then fills up to its minimum
   * again.
   *
   * @param every how often the pool checks its idle sessions, at least 1 ms
   * @param removeIdleAfter how long a session may be idle, at least 1 ms
   */
  public record PoolUpkeep(Duration every, Duration removeIdleAfter) {
    /**
     * Checks the times.
     *
     * @throws IllegalArgumentException if one is shorter than 1 ms
     */
    public PoolUpkeep {
      Invalid.when(
          every.toMillis() < 1 || removeIdleAfter.toMillis() < 1,
          "upkeep every %s, idle for %s: must be at least 1 ms each",
          every,
          removeIdleAfter);
    }
  }
}
