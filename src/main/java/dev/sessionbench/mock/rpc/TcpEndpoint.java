package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.mock.rpc.Endpoint.EndpointOptions;
import io.grpc.Attributes;
import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.Grpc;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelException;
import io.grpc.netty.shaded.io.netty.channel.ChannelFactory;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.ReflectiveChannelFactory;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Serves plaintext HTTP/2, on loopback by default, and handles calls on the event loops. It can
 * stop and listen again on the same port. gRPC's own servers cannot do that, so a new one replaces
 * the old.
 */
public final class TcpEndpoint implements Endpoint {
  private static final System.Logger LOG = System.getLogger(TcpEndpoint.class.getName());
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  static final Duration END_PATIENCE = Duration.ofSeconds(5);

  /**
   * At most four, and half of the cores if there are fewer than eight: the client shares the
   * machine.
   */
  private static final int WORKERS =
      Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));

  /** Requests may be compressed; replies need not advertise that. */
  private static final DecompressorRegistry COMPRESSION =
      DecompressorRegistry.emptyInstance()
          .with(Codec.Identity.NONE, /* advertised= */ false)
          .with(new Codec.Gzip(), /* advertised= */ false);

  /** Clients may ping more often than every five minutes. */
  private static final long LEAST_SECONDS_BETWEEN_PINGS = 5;

  private final EndpointOptions endpointOptions;
  private final Optional<ConnectionOptions> connectionOptions;
  private final int maxMessageBytes;
  private final EventLoops acceptors;
  private final EventLoops workers;
  private final ServerThreads threads;
  private final Connections connections;
  private int port;
  private @Nullable IntFunction<Server> builder;
  private @Nullable Server current;
  private boolean down;
  private boolean closed;

  /**
   * An endpoint that does not serve yet.
   *
   * @param port the port, 0 for any free one
   * @param maxMessageBytes the size of a request at most
   * @param threads makes its threads
   * @param endpointOptions where it listens, and its services besides Spanner
   * @param connectionOptions the limits and costs of connections; empty for no limits
   */
  public TcpEndpoint(
      int port,
      int maxMessageBytes,
      ServerThreads threads,
      EndpointOptions endpointOptions,
      Optional<ConnectionOptions> connectionOptions) {
    this.port = port;
    this.maxMessageBytes = maxMessageBytes;
    this.threads = threads;
    this.endpointOptions = endpointOptions;
    this.connectionOptions = connectionOptions;
    connections = new Connections(connectionOptions);
    acceptors = new EventLoops(1, work -> threads.newThread("acceptor", work));
    workers = new EventLoops(WORKERS, work -> threads.newThread("worker", work));
  }

  private static Class<? extends ServerChannel> channelType() {
    return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  @Override
  public synchronized void start(ServerServiceDefinition service, ServerTransportFilter channels)
      throws IOException {
    builder = wanted -> build(service, channels, wanted);
    Server first = builder.apply(port);
    try {
      first.start();
    } catch (IOException e) {
      String message =
          "cannot listen on port %d of %s: is another server using it?"
              .formatted(port, endpointOptions.address().getHostAddress());
      throw (BindException) new BindException(message).initCause(e);
    }
    port = first.getPort();
    current = first;
  }

  private Server build(
      ServerServiceDefinition service, ServerTransportFilter channels, int wanted) {
    NettyServerBuilder server =
        NettyServerBuilder.forAddress(new InetSocketAddress(endpointOptions.address(), wanted))
            .bossEventLoopGroup(acceptors.group())
            .workerEventLoopGroup(workers.group())
            .channelFactory(connections.noting(channelType()))
            .directExecutor()
            .decompressorRegistry(COMPRESSION)
            .maxInboundMessageSize(maxMessageBytes)
            .permitKeepAliveTime(LEAST_SECONDS_BETWEEN_PINGS, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addTransportFilter(channels)
            .addService(service);
    endpointOptions.addition().accept(server);
    connectionOptions.ifPresent(
        options -> {
          server.maxConcurrentCallsPerConnection(options.streams());
          options
              .age()
              .ifPresent(age -> server.maxConnectionAge(age.toNanos(), TimeUnit.NANOSECONDS));
          server.maxConnectionAgeGrace(options.grace().toNanos(), TimeUnit.NANOSECONDS);
        });
    return server.build();
  }

  @Override
  public TimeSource time() {
    return workers;
  }

  /** The port, even while nothing listens on it; -1 after closing. */
  @Override
  public synchronized int port() {
    return closed ? -1 : port;
  }

  @Override
  public void drop(Attributes call) {
    connections.reset(call);
  }

  @Override
  public void goAway(Attributes call) {
    connections.goAway(call);
  }

  @Override
  public synchronized void restart(long downNanos, TimeSource time, Runnable back) {
    if (down || closed || current == null) {
      return;
    }
    down = true;
    // This comes first: a server that shuts down would say good-bye, one that dies does not.
    connections.refuse();
    current.shutdownNow();
    // On a separate thread, because starting a server blocks.
    var unused =
        time.after(downNanos, () -> threads.newThread("restart", () -> comeBack(back)).start());
  }

  private void comeBack(Runnable back) {
    long deadline = SystemTime.CLOCK.nanos() + PATIENCE_NANOS;
    while (!listensAgain(back, deadline)) {
      SystemTime.CLOCK.park(RETRY_NANOS);
    }
  }

  /** Tries to listen again; returns whether no further try is needed. */
  private synchronized boolean listensAgain(Runnable back, long deadline) {
    if (closed) {
      return true;
    }
    boolean late = SystemTime.CLOCK.nanos() - deadline >= 0;
    // Another thread closes the old socket; only then is its port free.
    if (current != null && !current.isTerminated() && !late) {
      return false;
    }
    Server next = Objects.requireNonNull(builder).apply(port);
    connections.accept();
    try {
      next.start();
    } catch (IOException e) {
      if (late) {
        LOG.log(
            System.Logger.Level.ERROR, "port " + port + " was taken while the server was down", e);
      }
      return late;
    }
    current = next;
    down = false;
    back.run();
    return true;
  }

  @Override
  public boolean drain(Duration patience) {
    Server last = last();
    return last == null || ends(last.shutdown(), patience);
  }

  @Override
  public void close() {
    Server last = last();
    if (last != null) {
      ends(last.shutdownNow(), END_PATIENCE);
    }
    acceptors.stop();
    workers.stop();
  }

  /** The last server, which no other will replace. */
  private synchronized @Nullable Server last() {
    closed = true;
    return current;
  }

  /** Waits for the end of a server that is shutting down; returns whether it has ended. */
  static boolean ends(Server server, Duration patience) {
    try {
      return server.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * The open connections of a server, by client address. gRPC does not expose them, so each is
   * recorded on its way from the listening socket to its event loop.
   */
  static final class Connections {
    /** Kept in a field, because loggers without a reference lose their level. */
    private static final Logger STREAM_ERRORS =
        Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerHandler");

    private final Map<SocketAddress, Channel> open = new ConcurrentHashMap<>();
    private final AcceptPace pace;
    private volatile boolean refusing;

    Connections(Optional<ConnectionOptions> options) {
      pace =
          options
              .map(limits -> new AcceptPace(limits.acceptNanos(), limits.acceptsPerSecond()))
              .orElseGet(() -> new AcceptPace(0, Double.POSITIVE_INFINITY));
    }

    /** Creates listening sockets whose connections are recorded here. */
    ChannelFactory<ServerChannel> noting(Class<? extends ServerChannel> type) {
      ChannelFactory<? extends ServerChannel> sockets = new ReflectiveChannelFactory<>(type);
      return () -> {
        ServerChannel listening = sockets.newChannel();
        listening.pipeline().addLast(new Acceptor());
        return listening;
      };
    }

    /** Resets a call's connection; its client sees no reason. */
    void reset(Attributes call) {
      of(call).ifPresent(Connections::reset);
    }

    /** Resets all connections, and those that are still being accepted, until {@link #accept}. */
    void refuse() {
      refusing = true;
      open.values().forEach(Connections::reset);
    }

    /** Accepts connections again. */
    void accept() {
      refusing = false;
    }

    /**
     * Closes a call's connection as HTTP/2 asks: GOAWAY first, then the end after the last call.
     */
    void goAway(Attributes call) {
      of(call)
          .ifPresent(
              connection -> {
                // The close passes gRPC's handler, which makes it a graceful one.
                var unused = connection.close();
              });
    }

    private Optional<Channel> of(Attributes call) {
      return Optional.ofNullable(call.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)).map(open::get);
    }

    private static void reset(Channel connection) {
      // Otherwise gRPC prints a trace for each reply that was not yet written.
      STREAM_ERRORS.setLevel(Level.SEVERE);
      // At once if possible, because later steps must find it closed.
      if (connection.eventLoop().inEventLoop()) {
        resetNow(connection);
      } else {
        connection.eventLoop().execute(() -> resetNow(connection));
      }
    }

    private static void resetNow(Channel connection) {
      try {
        // Without lingering the kernel sends RST and forgets the connection.
        connection.config().setOption(ChannelOption.SO_LINGER, 0);
      } catch (ChannelException e) {
        // The connection was already closed.
        return;
      }
      // Bypasses the pipeline, where a handler would say good-bye.
      connection.unsafe().close(connection.newPromise());
    }

    /** Decides when connections are accepted. Used only by the accepting thread. */
    static final class AcceptPace {
      private final long acceptNanos;
      private final long gapNanos;
      private long nextNanos = Long.MIN_VALUE;

      AcceptPace(long acceptNanos, double perSecond) {
        this.acceptNanos = acceptNanos;
        gapNanos = Math.round(Nanos.PER_SECOND / perSecond);
      }

      /** How long a connection that arrives now waits until its handshake begins. */
      long delayNanos(long now) {
        long slot = Math.max(now, nextNanos);
        nextNanos = slot + gapNanos;
        return slot - now + acceptNanos;
      }
    }

    private final class Acceptor extends ChannelInboundHandlerAdapter {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        ((Channel) message).pipeline().addFirst(new Noter());
        long delay = pace.delayNanos(SystemTime.CLOCK.nanos());
        if (delay <= 0) {
          context.fireChannelRead(message);
        } else {
          var unused =
              context
                  .executor()
                  .schedule(() -> accepted(context, message), delay, TimeUnit.NANOSECONDS);
        }
      }

      private void accepted(ChannelHandlerContext context, Object message) {
        if (context.channel().isOpen()) {
          context.fireChannelRead(message);
        } else {
          ((Channel) message).unsafe().closeForcibly();
        }
      }
    }

    /** Records a connection once it has its event loop, and leaves the pipeline. */
    private final class Noter extends ChannelInboundHandlerAdapter {
      @Override
      public void channelActive(ChannelHandlerContext context) {
        Channel connection = context.channel();
        SocketAddress client = connection.remoteAddress();
        if (client != null) {
          open.put(client, connection);
          var unused =
              connection.closeFuture().addListener(closed -> open.remove(client, connection));
        }
        context.fireChannelActive();
        context.pipeline().remove(this);
        if (refusing) {
          resetNow(connection);
        }
      }
    }
  }
}
