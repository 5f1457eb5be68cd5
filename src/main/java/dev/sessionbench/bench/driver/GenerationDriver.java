package dev.sessionbench.bench.driver;

import com.google.api.gax.grpc.GrpcTransportChannel;
import com.google.api.gax.rpc.FixedTransportChannelProvider;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerOptions;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.AttemptCounter;
import dev.sessionbench.bench.client.ClientOperations;
import dev.sessionbench.bench.client.DriverOptions;
import dev.sessionbench.bench.client.MessageChannel;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import io.grpc.ManagedChannelBuilder;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Builds a client of the version that it is compiled against, and tells what that client does. */
public final class GenerationDriver extends ClientOperations {
  /** Held, because loggers that nobody holds lose their level. */
  private static final Logger CLIENT_LOG = Logger.getLogger("com.google.cloud");

  static {
    // Later versions print all their options each time a client is built, and what measures them.
    CLIENT_LOG.setLevel(Level.WARNING);
  }

  private final DriverOptions options;
  private final Spanner spanner;

  /**
   * Builds the client; sends nothing.
   *
   * @param options what to build
   * @throws IllegalStateException if this version lacks what is needed to drive it
   */
  public GenerationDriver(DriverOptions options) {
    this.options = options;
    if (options.hasPool()) {
      SessionPoolDoor.requirePool();
    }
    SpannerOptions.Builder builder = optionsBuilder(options.shape().numChannels());
    builder.setSessionPoolOption(SessionPoolDoor.options(options));
    AttemptCounter observer = new AttemptCounter(options.attempts());
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
      ManagedChannelBuilder channel, AttemptCounter observer) {
    channel.usePlaintext();
    channel.intercept(observer);
    return channel;
  }

  @Override
  protected Spanner spanner() {
    return spanner;
  }

  /** A multiplexed session that has not arrived counts as a session being created. */
  @Override
  public PoolState state() {
    PoolState pool = SessionPoolDoor.state(databaseClient(), options.hasPool());
    boolean awaits = options.multiplexed() && options.attempts().ended(Rpc.CREATE_SESSION) == 0;
    return new PoolState(pool.total(), pool.idle(), pool.beingCreated() + (awaits ? 1 : 0));
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
}
