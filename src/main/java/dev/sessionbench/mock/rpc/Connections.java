package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.mock.rpc.ConnectionOptions.AcceptPace;
import io.grpc.Attributes;
import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.Grpc;
import io.grpc.ServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelException;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Serves plaintext HTTP/2, and keeps the open connections by client address. gRPC does not expose
 * them, so each is recorded on its way from the listening socket to its event loop.
 */
final class Connections {
  /** Kept in a field, because loggers without a reference lose their level. */
  private static final Logger STREAM_ERRORS =
      Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerHandler");

  /** Requests may be compressed; replies need not advertise that. */
  private static final DecompressorRegistry COMPRESSION =
      DecompressorRegistry.emptyInstance()
          .with(Codec.Identity.NONE, /* advertised= */ false)
          .with(new Codec.Gzip(), /* advertised= */ false);

  /** The size of a Commit, on TCP (cloud.google.com/spanner/quotas). */
  private static final int MAX_REQUEST_BYTES = 100 << 20;

  /** Clients may ping more often than every five minutes. */
  private static final long LEAST_SECONDS_BETWEEN_PINGS = 5;

  private final EventLoops acceptors;
  private final Optional<ConnectionOptions> limits;
  private final Map<SocketAddress, Channel> open = new ConcurrentHashMap<>();
  private final AcceptPace pace;
  private final AtomicBoolean refusing = new AtomicBoolean();

  Connections(ServerThreads threads, Optional<ConnectionOptions> limits) {
    acceptors = new EventLoops(1, work -> threads.newThread("acceptor", work));
    this.limits = limits;
    pace = new AcceptPace(limits.orElse(ConnectionOptions.UNLIMITED));
  }

  /** Builds servers that handle calls on the workers, and whose connections are recorded here. */
  NettyServerBuilder serving(SocketAddress address, EventLoops workers) {
    return NettyServerBuilder.forAddress(address)
        .maxInboundMessageSize(MAX_REQUEST_BYTES)
        .bossEventLoopGroup(acceptors.group())
        .workerEventLoopGroup(workers.group())
        .channelFactory(this::listening)
        .directExecutor()
        .decompressorRegistry(COMPRESSION)
        .permitKeepAliveTime(LEAST_SECONDS_BETWEEN_PINGS, TimeUnit.SECONDS)
        .permitKeepAliveWithoutCalls(true);
  }

  private ServerChannel listening() {
    ServerChannel listening =
        Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    listening.pipeline().addLast(new Acceptor());
    return listening;
  }

  /** Sets the limits of a connection, in place of any that the server has. */
  void limit(ServerBuilder<?> server) {
    limits.ifPresent(
        options -> {
          ((NettyServerBuilder) server).maxConcurrentCallsPerConnection(options.streams());
          Optional<Duration> age = options.age();
          age.ifPresent(end -> server.maxConnectionAge(end.toNanos(), TimeUnit.NANOSECONDS));
          server.maxConnectionAgeGrace(options.grace().toNanos(), TimeUnit.NANOSECONDS);
        });
  }

  /** Ends the thread that accepts connections. */
  void stop() {
    acceptors.stop();
  }

  /** Resets a call's connection; its client sees no reason. */
  void reset(Attributes call) {
    of(call).ifPresent(Connections::reset);
  }

  /** Resets all connections and all new ones until {@link #accept}; returns whether it began. */
  boolean refuse() {
    boolean begins = refusing.compareAndSet(false, true);
    open.values().forEach(Connections::reset);
    return begins;
  }

  /** Accepts connections again. */
  void accept() {
    refusing.set(false);
  }

  /** Closes a call's connection as HTTP/2 asks: GOAWAY first, then the end after the last call. */
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

  private final class Acceptor extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      Channel connection = (Channel) message;
      if (refusing.get()) {
        connection.unsafe().closeForcibly();
        return;
      }
      connection.pipeline().addFirst(new Noter());
      long delay = pace.delayNanos(SystemTime.CLOCK.nanos());
      if (delay <= 0) {
        context.fireChannelRead(message);
      } else {
        Runnable later = () -> accepted(context, message);
        var unused = context.executor().schedule(later, delay, TimeUnit.NANOSECONDS);
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
      if (refusing.get()) {
        resetNow(connection);
      }
    }
  }
}
