package dev.sessionbench.bench.client;

import com.google.cloud.NoCredentials;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.SessionPoolBridge;
import com.google.cloud.spanner.SessionPoolOptions;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerOptions;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import io.grpc.ClientInterceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The real client, with a pool of regular sessions of a given shape.
 *
 * <p>The pool begins to fill on {@link #open()}, not before. Not more than one thread may open and
 * close it; the operations may be called from any number of threads.
 */
public final class PooledClient extends ClientOperations {
  /** Held, because loggers that nobody holds lose their level. */
  private static final List<Logger> CLIENT_LOGS =
      List.of(
          Logger.getLogger("com.google.cloud.spanner"), Logger.getLogger("com.google.cloud.grpc"));

  static {
    // The client prints all its options each time it is built, and what its channels measure.
    CLIENT_LOGS.forEach(log -> log.setLevel(Level.WARNING));
  }

  private final Attempts attempts = new Attempts();
  private final Runnable releaseChannel;
  private final Spanner spanner;

  /**
   * Builds the client; sends nothing.
   *
   * @param shape the shape of its pool
   * @param address its server
   * @param creationTimeout how long an attempt of BatchCreateSessions may take; nothing for the
   *     client's own 60 s
   * @param upkeep when the pool gives up idle sessions; nothing for the client's own times
   * @param interceptors see, and may change, every call attempt
   * @throws IllegalStateException if the environment forces multiplexed sessions
   */
  public PooledClient(
      PoolShape shape,
      ServerAddress address,
      Optional<Duration> creationTimeout,
      Optional<PoolUpkeep> upkeep,
      List<ClientInterceptor> interceptors) {
    SessionPoolOptions pool =
        SessionPoolBridge.regularSessions(
            shape.minSessions(), shape.maxSessions(), shape.incStep());
    SpannerOptions.Builder options =
        SpannerOptions.newBuilder()
            .setProjectId(DATABASE_ID.getInstanceId().getProject())
            .setCredentials(NoCredentials.getInstance())
            .setNumChannels(shape.numChannels())
            .setSessionPoolOption(
                upkeep
                    .map(
                        times ->
                            SessionPoolBridge.withUpkeep(
                                pool, times.every().toMillis(), times.removeIdleAfter()))
                    .orElse(pool));
    // An emulator named in the environment must not take the place of the server named here.
    options.setEmulatorHost(null);
    creationTimeout.ifPresent(timeout -> limitCreations(options, timeout));
    List<ClientInterceptor> all = new ArrayList<>(interceptors);
    all.add(new AttemptCounter(attempts));
    this.releaseChannel = address.configure(options, all);
    this.spanner = options.build().getService();
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
  protected Spanner spanner() {
    return spanner;
  }

  @Override
  public PoolState state() {
    return new PoolState(
        SessionPoolBridge.totalSessions(databaseClient()),
        SessionPoolBridge.idleSessions(databaseClient()),
        SessionPoolBridge.sessionsBeingCreated(databaseClient()));
  }

  @Override
  public PoolMetrics metrics() {
    return metricsReader(databaseClient()).read();
  }

  @Override
  public long attempts(Rpc rpc) {
    return attempts.started(rpc);
  }

  /** Deletes the sessions and closes the channels; waits until that is done. */
  @Override
  public void close() {
    try {
      spanner.close();
    } finally {
      releaseChannel.run();
      if (isOpen()) {
        metricsReader(databaseClient()).forget();
      }
    }
  }

  private static PoolMetricsReader metricsReader(DatabaseClient client) {
    return PoolMetricsReader.of(SessionPoolBridge.clientId(client), DATABASE_ID.getDatabase());
  }
}
