package dev.sessionbench.bench.client;

import com.google.api.gax.grpc.GrpcTransportChannel;
import com.google.api.gax.rpc.FixedTransportChannelProvider;
import com.google.cloud.NoCredentials;
import com.google.cloud.ServiceOptions;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.DatabaseId;
import com.google.cloud.spanner.ReadOnlyTransaction;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerOptions;
import com.google.cloud.spanner.Statement;
import com.google.cloud.spanner.TransactionContext;
import com.google.cloud.spanner.TransactionRunner;
import com.google.cloud.spanner.TransactionRunner.TransactionCallable;
import dev.sessionbench.base.model.Rpc;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Drives a Spanner client. {@link DriverLoader} loads it once more for every other driven version,
 * from 1.50.0 on. So it calls by name what not all of them have in the same form.
 */
public class SpannerDriver implements PoolUnderTest {
  /** The name of the database, in the parts that every version takes. */
  private static final DatabaseId DATABASE_ID =
      DatabaseId.of("my-project", "my-instance", "my-database");

  private static final Statement READ = Statement.of(QUERY);

  /** Starts a transaction. Later versions take options for it. */
  @SuppressWarnings("unchecked")
  private static final Function<DatabaseClient, TransactionRunner> TRANSACTION =
      PoolInternals.plain(Function.class, DatabaseClient.class, "readWriteTransaction");

  /** What a transaction executes, likewise. */
  private static final TransactionCallable<?> WRITE =
      PoolInternals.plain(
          TransactionCallable.class,
          TransactionContext.class,
          "executeUpdate",
          Statement.of(UPDATE));

  /** Kept in a field, because a logger without a reference loses its level. */
  private static final Logger CLIENT_LOG = Logger.getLogger("com.google.cloud");

  static {
    // Later versions log all their options, and what measures them, for each client.
    CLIENT_LOG.setLevel(Level.WARNING);
  }

  private final DriverOptions options;

  /** Reads the pool; empty if this version has none. */
  final Optional<PoolInternals> internals;

  private final Runnable release;
  private final Spanner spanner;
  private Optional<DatabaseClient> database = Optional.empty();

  /**
   * Builds the client; sends nothing.
   *
   * @param options what to build
   * @param url the server over TCP; ignored in process
   * @param inProcess the way to a server in this process; empty for a server over TCP
   * @throws IllegalStateException if this version lacks what its driver needs, or the environment
   *     forces other sessions
   */
  public SpannerDriver(DriverOptions options, String url, Optional<MessageChannel> inProcess) {
    this(options, (builder, counter) -> connect(builder, counter, options, url, inProcess));
  }

  /**
   * Builds the client; sends nothing.
   *
   * @param options what to build
   * @param connection points the client at its server with what counts its attempts, and returns an
   *     action to run after the client has been closed
   * @throws IllegalStateException as above
   */
  protected SpannerDriver(
      DriverOptions options,
      BiFunction<SpannerOptions.Builder, ClientInterceptor, Runnable> connection) {
    this.options = options;
    internals = options.hasPool() ? Optional.of(new PoolInternals()) : Optional.empty();
    SpannerOptions.Builder builder = SpannerOptions.newBuilder();
    builder.setProjectId(DATABASE_ID.getInstanceId().getProject());
    builder.setCredentials(NoCredentials.getInstance());
    ChannelSetup.apply(builder, options.channels());
    // An emulator in the environment must not replace the named server.
    builder.setEmulatorHost(null);
    builder.setSessionPoolOption(PoolInternals.options(options));
    release = connection.apply(builder, new AttemptCounter(options.attempts()));
    SpannerOptions built = builder.build();
    ChannelSetup.check(built, options.channels());
    spanner = built.getService();
  }

  private static Runnable connect(
      SpannerOptions.Builder builder,
      ClientInterceptor counter,
      DriverOptions options,
      String url,
      Optional<MessageChannel> inProcess) {
    if (inProcess.isPresent()) {
      Runnable release = connect(builder, new ForeignCalls(inProcess.get()).channel(counter));
      return () -> {
        release.run();
        inProcess.get().close();
      };
    }
    long deadlineMillis = options.channels().deadlineMillis();
    CallLimiter limiter = new CallLimiter(options.attempts(), deadlineMillis);
    boolean unlimited = deadlineMillis == 0;
    return connect(builder, url, unlimited ? List.of(counter) : List.of(counter, limiter));
  }

  /** Sends all calls of a client through one channel, which the returned action closes. */
  static Runnable connect(SpannerOptions.Builder builder, ManagedChannel channel) {
    builder.setChannelProvider(
        FixedTransportChannelProvider.create(GrpcTransportChannel.create(channel)));
    return channel::shutdownNow;
  }

  /** Lets a client open its own channels to a server over TCP, which nothing else must close. */
  @SuppressWarnings("unchecked") // The client declares its configurator with the raw type.
  static Runnable connect(
      SpannerOptions.Builder builder, String url, List<ClientInterceptor> interceptors) {
    // The first versions only inherit this method.
    ((ServiceOptions.Builder<?, ?, ?>) builder).setHost(url);
    builder.setChannelConfigurator(channel -> channel.usePlaintext().intercept(interceptors));
    return () -> {};
  }

  @Override
  public void open() {
    database = Optional.of(spanner.getDatabaseClient(DATABASE_ID));
  }

  /** The opened client itself, for operations other than those of {@link SpannerOperations}. */
  public DatabaseClient databaseClient() {
    return database.orElseThrow(() -> new IllegalStateException("the client has not been opened"));
  }

  @Override
  public void read(Runnable atRow) {
    try (ResultSet rows = databaseClient().singleUse().executeQuery(READ)) {
      while (rows.next()) {
        atRow.run();
      }
    }
  }

  @Override
  public void write() {
    var unused = TRANSACTION.apply(databaseClient()).run(WRITE);
  }

  @Override
  public OpenRead openRead() {
    ReadOnlyTransaction transaction = databaseClient().singleUseReadOnlyTransaction();
    ResultSet rows = transaction.executeQuery(READ);
    // executeQuery is lazy since 1.58: only next() takes a session.
    if (!rows.next()) {
      rows.close();
      transaction.close();
      throw new IllegalStateException("the server returned no row for " + QUERY);
    }
    return () -> {
      rows.close();
      transaction.close();
    };
  }

  /** A multiplexed session that has not arrived counts as a session being created. */
  @Override
  public PoolState state() {
    DatabaseClient client = databaseClient();
    boolean awaits = options.multiplexed() && options.attempts().ended(Rpc.CREATE_SESSION) == 0;
    return internals
        .map(of -> of.state(client))
        .orElse(PoolState.NONE)
        .plus(new PoolState(0, 0, awaits ? 1 : 0));
  }

  @Override
  public boolean maintain(long idleSeconds) {
    return internals.isPresent() && internals.get().maintain(databaseClient(), idleSeconds);
  }

  @Override
  public long attempts(Rpc rpc) {
    return options.attempts().started(rpc);
  }

  /** Releases the sessions and closes the channels; waits until that is done. */
  @Override
  public void close() {
    try {
      spanner.close();
    } finally {
      release.run();
    }
  }
}
