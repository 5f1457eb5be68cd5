package dev.sessionbench.client;

import com.google.cloud.NoCredentials;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.DatabaseId;
import com.google.cloud.spanner.ReadOnlyTransaction;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.SessionPoolBridge;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerOptions;
import com.google.cloud.spanner.Statement;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Rpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The real client, with a pool of regular sessions of a given shape.
 *
 * <p>The pool begins to fill on {@link #open()}, not before. Not more than one thread may open and
 * close it; the operations may be called from any number of threads.
 */
public final class PooledClient implements SpannerOperations, AutoCloseable {
  private static final DatabaseId DATABASE =
      DatabaseId.of("my-project", "my-instance", "my-database");
  private static final Statement QUERY = Statement.of("SELECT 1 AS COL1");
  private static final Statement UPDATE = Statement.of("UPDATE FOO SET BAR=1 WHERE BAZ=2");
  private static final long POLL_NANOS = 100_000;

  /** Held, because loggers that nobody holds lose their level. */
  private static final Logger CLIENT_LOG = Logger.getLogger("com.google.cloud.spanner");

  static {
    // The client prints all its options each time it is built.
    CLIENT_LOG.setLevel(Level.WARNING);
  }

  private final AttemptCounter attempts = new AttemptCounter();
  private final Runnable releaseChannel;
  private final Spanner spanner;
  private @Nullable DatabaseClient database;

  /**
   * Builds the client; sends nothing.
   *
   * @param shape the shape of its pool
   * @param address its server
   * @throws IllegalStateException if the environment forces multiplexed sessions
   */
  public PooledClient(PoolShape shape, ServerAddress address) {
    this(shape, address, Optional.empty());
  }

  /**
   * Builds the client; sends nothing.
   *
   * @param shape the shape of its pool
   * @param address its server
   * @param creationTimeout how long an attempt of BatchCreateSessions may take; nothing for the
   *     client's own 60 s
   * @throws IllegalStateException if the environment forces multiplexed sessions
   */
  public PooledClient(PoolShape shape, ServerAddress address, Optional<Duration> creationTimeout) {
    this(shape, address, creationTimeout, Optional.empty());
  }

  /**
   * Builds the client with an interceptor between it and what counts its attempts; sends nothing.
   *
   * @param shape the shape of its pool
   * @param address its server
   * @param creationTimeout how long an attempt of BatchCreateSessions may take; nothing for the
   *     client's own 60 s
   * @param first sees, and may change, every call before it is counted; nothing for none
   * @throws IllegalStateException if the environment forces multiplexed sessions
   */
  public PooledClient(
      PoolShape shape,
      ServerAddress address,
      Optional<Duration> creationTimeout,
      Optional<ClientInterceptor> first) {
    SpannerOptions.Builder options =
        SpannerOptions.newBuilder()
            .setProjectId(DATABASE.getInstanceId().getProject())
            .setCredentials(NoCredentials.getInstance())
            .setNumChannels(shape.numChannels())
            .setSessionPoolOption(
                SessionPoolBridge.regularSessions(
                    shape.minSessions(), shape.maxSessions(), shape.incStep()));
    // An emulator named in the environment must not take the place of the server named here.
    options.setEmulatorHost(null);
    creationTimeout.ifPresent(timeout -> limitCreations(options, timeout));
    this.releaseChannel =
        address.configure(options, first.isEmpty() ? attempts : chain(first.get(), attempts));
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

  /** Creates the pool, which starts to fill to its minimum. */
  public void open() {
    database = spanner.getDatabaseClient(DATABASE);
  }

  @Override
  public void read(Runnable atRow) {
    try (ResultSet rows = database().singleUse().executeQuery(QUERY)) {
      while (rows.next()) {
        atRow.run();
      }
    }
  }

  @Override
  public void write() {
    database().readWriteTransaction().run(transaction -> transaction.executeUpdate(UPDATE));
  }

  @Override
  public OpenRead openRead() {
    ReadOnlyTransaction transaction = database().singleUseReadOnlyTransaction();
    ResultSet rows = transaction.executeQuery(QUERY);
    // executeQuery is lazy since 1.58: only next() takes a session.
    if (!rows.next()) {
      rows.close();
      transaction.close();
      throw new IllegalStateException("the server returned no row for " + QUERY.getSql());
    }
    return () -> {
      rows.close();
      transaction.close();
    };
  }

  /** What the pool holds now. */
  public PoolState poolState() {
    return new PoolState(
        SessionPoolBridge.totalSessions(database()),
        SessionPoolBridge.idleSessions(database()),
        SessionPoolBridge.sessionsBeingCreated(database()));
  }

  /**
   * Waits until the pool has received all the sessions that it has asked for.
   *
   * @param limitNanos how long to wait at most, in nanoseconds
   * @throws IllegalStateException if it has not by then
   */
  public void awaitCreated(long limitNanos) {
    long deadline = System.nanoTime() + limitNanos;
    while (SessionPoolBridge.sessionsBeingCreated(database()) > 0) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "the pool still waits for sessions after %d s: %s"
                .formatted(TimeUnit.NANOSECONDS.toSeconds(limitNanos), poolState()));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** The pool's own metrics as of now. */
  public PoolMetrics poolMetrics() {
    return metricsReader(database()).read();
  }

  /**
   * The call attempts of one method that have left this client, retries included.
   *
   * @param rpc the method
   * @return their number
   */
  public long attempts(Rpc rpc) {
    return attempts.attempts(rpc);
  }

  /** Deletes the sessions and closes the channels; waits until that is done. */
  @Override
  public void close() {
    try {
      spanner.close();
    } finally {
      releaseChannel.run();
      if (database != null) {
        metricsReader(database).forget();
      }
    }
  }

  /** One interceptor of two: a call passes the first, then the second. */
  private static ClientInterceptor chain(ClientInterceptor first, ClientInterceptor second) {
    return new ClientInterceptor() {
      @Override
      public <Q, R> ClientCall<Q, R> interceptCall(
          MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        return first.interceptCall(method, options, ClientInterceptors.intercept(next, second));
      }
    };
  }

  private static PoolMetricsReader metricsReader(DatabaseClient client) {
    return new PoolMetricsReader(SessionPoolBridge.clientId(client), DATABASE.getDatabase());
  }

  private DatabaseClient database() {
    DatabaseClient opened = database;
    if (opened == null) {
      throw new IllegalStateException("the client has not been opened");
    }
    return opened;
  }
}
