package dev.sessionbench.mock.transport;

import dev.sessionbench.model.TimeSource;
import io.grpc.Attributes;
import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves plaintext HTTP/2, on loopback unless told otherwise, with calls handled on the event loops
 * themselves.
 */
public final class TcpEndpoint implements Endpoint {
  /** The client shares the machine: a server with a loop for each core would take its time. */
  private static final int WORKERS =
      Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));

  /** Requests may come compressed; that need not be said with every reply. */
  private static final DecompressorRegistry COMPRESSION =
      DecompressorRegistry.emptyInstance()
          .with(Codec.Identity.NONE, /* advertised= */ false)
          .with(new Codec.Gzip(), /* advertised= */ false);

  /** Clients that ping more often than every five minutes are within their rights. */
  private static final long LEAST_SECONDS_BETWEEN_PINGS = 5;

  private final InetSocketAddress wanted;
  private final EndpointOptions endpointOptions;
  private final int maxMessageBytes;
  private final EventLoops acceptors;
  private final EventLoops workers;
  private final ServerThreads threads;
  private final Connections connections = new Connections();
  private volatile @Nullable RestartableServer server;

  /**
   * An endpoint that does not serve yet.
   *
   * @param port the port, 0 for any free one
   * @param maxMessageBytes the size of a request at most
   * @param threads makes its threads
   * @param endpointOptions where it listens, and what it offers besides the Spanner service
   */
  public TcpEndpoint(
      int port, int maxMessageBytes, ServerThreads threads, EndpointOptions endpointOptions) {
    this.endpointOptions = endpointOptions;
    this.threads = threads;
    this.maxMessageBytes = maxMessageBytes;
    wanted = new InetSocketAddress(endpointOptions.address(), port);
    acceptors = new EventLoops(1, work -> threads.newThread("acceptor", work));
    workers = new EventLoops(WORKERS, work -> threads.newThread("worker", work));
  }

  private static Class<? extends ServerChannel> channelType() {
    return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  @Override
  public void start(ServerServiceDefinition service, ServerTransportFilter channels)
      throws IOException {
    Server first = build(service, channels, wanted.getPort());
    try {
      first.start();
    } catch (IOException e) {
      BindException busy =
          new BindException(
              "cannot listen on port %d of %s: is another server using it?"
                  .formatted(wanted.getPort(), wanted.getAddress().getHostAddress()));
      busy.initCause(e);
      throw busy;
    }
    server =
        new RestartableServer(first, port -> build(service, channels, port), connections, threads);
  }

  private Server build(ServerServiceDefinition service, ServerTransportFilter channels, int port) {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(wanted.getAddress(), port))
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
    endpointOptions.addition().accept(builder);
    return builder.build();
  }

  @Override
  public TimeSource time() {
    return workers;
  }

  @Override
  public int port() {
    return started().port();
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
  public void restart(long downNanos, TimeSource time, Runnable back) {
    started().restart(downNanos, time, back);
  }

  private RestartableServer started() {
    RestartableServer running = server;
    if (running == null) {
      throw new IllegalStateException("the server has not started");
    }
    return running;
  }

  @Override
  public boolean drain(Duration patience) {
    return server == null || server.drain(patience);
  }

  @Override
  public void close() {
    RestartableServer running = server;
    if (running != null) {
      running.close();
    }
    acceptors.stop();
    workers.stop();
  }
}
