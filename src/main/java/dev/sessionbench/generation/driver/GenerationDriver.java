package dev.sessionbench.generation.driver;

import com.google.api.gax.grpc.GrpcTransportChannel;
import com.google.api.gax.rpc.FixedTransportChannelProvider;
import com.google.cloud.NoCredentials;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.DatabaseId;
import com.google.cloud.spanner.ReadOnlyTransaction;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerOptions;
import com.google.cloud.spanner.Statement;
import dev.sessionbench.client.DriverOptions;
import dev.sessionbench.client.MessageChannel;
import dev.sessionbench.client.PoolMetrics;
import dev.sessionbench.client.PoolState;
import dev.sessionbench.client.PoolUnderTest;
import dev.sessionbench.model.Rpc;
import io.grpc.ManagedChannelBuilder;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A client of whatever version it is compiled against, used by its public surface alone. The source
 * suits 1.50.0 and all that came after, while the compiled form does not: a transaction's signature
 * changed in between.
 */
public final class GenerationDriver implements PoolUnderTest {
  private static final DatabaseId DATABASE =
      DatabaseId.of("my-project", "my-instance", "my-database");
  private static final Statement QUERY = Statement.of("SELECT 1 AS COL1");
  private static final Statement UPDATE = Statement.of("UPDATE FOO SET BAR=1 WHERE BAZ=2");

  /** Held, because loggers that nobody holds lose their level. */
  private static final Logger CLIENT_LOG = Logger.getLogger("com.google.cloud.spanner");

  static {
    // Later versions print all their options each time a client is built.
    CLIENT_LOG.setLevel(Level.WARNING);
  }

  private final DriverOptions options;
  private final Spanner spanner;
  private Optional<DatabaseClient> database = Optional.empty();

  /**
   * Builds the client; sends nothing.
   *
   * @param options what to build
   */
  public GenerationDriver(DriverOptions options) {
    this.options = options;
    SpannerOptions.Builder builder = SpannerOptions.newBuilder();
    builder.setProjectId(DATABASE.getInstanceId().getProject());
    builder.setCredentials(NoCredentials.getInstance());
    builder.setNumChannels(options.shape().numChannels());
    builder.setSessionPoolOption(SessionPoolDoor.options(options));
    // An emulator named in the environment must not take the place of the server named here.
    builder.setEmulatorHost(null);
    CallObserver observer = new CallObserver(options.attempts());
    if (options.inProcess().isPresent()) {
      MessageChannel messages = options.inProcess().get();
      builder.setChannelProvider(
          FixedTransportChannelProvider.create(
              GrpcTransportChannel.create(new ForeignChannel(messages, observer))));
    } else {
      builder.setHost("http://" + options.host() + ":" + options.port());
      builder.setChannelConfigurator(channel -> configured(channel, observer));
    }
    this.spanner = builder.build().getService();
  }

  @SuppressWarnings("rawtypes") // The client declares its configurator with the raw type.
  private static ManagedChannelBuilder configured(
      ManagedChannelBuilder channel, CallObserver observer) {
    channel.usePlaintext();
    channel.intercept(observer);
    return channel;
  }

  @Override
  public void open() {
    database = Optional.of(spanner.getDatabaseClient(DATABASE));
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

  /** A multiplexed session that has not arrived counts as a session being created. */
  @Override
  public PoolState state() {
    PoolState pool = SessionPoolDoor.state(database(), options.hasPool());
    boolean awaits = options.multiplexed() && options.attempts().ended(Rpc.CREATE_SESSION) == 0;
    return new PoolState(pool.total(), pool.idle(), pool.beingCreated() + (awaits ? 1 : 0));
  }

  /** What the versions export, and how, differs too much to be read here. */
  @Override
  public PoolMetrics metrics() {
    return PoolMetrics.UNTOLD;
  }

  @Override
  public long attempts(Rpc rpc) {
    return options.attempts().started(rpc);
  }

  /** Gives up the sessions and closes the channels; waits until that is done. */
  @Override
  public void close() {
    try {
      spanner.close();
    } finally {
      options.inProcess().ifPresent(MessageChannel::close);
    }
  }

  private DatabaseClient database() {
    return database.orElseThrow(() -> new IllegalStateException("the client has not been opened"));
  }
}
