package dev.sessionbench.mock;

import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Serves plaintext HTTP/2 on loopback, with calls handled on the event loops themselves. */
final class TcpEndpoint implements Endpoint {
  /** The client shares the machine: a server with a loop for each core would take its time. */
  private static final int WORKERS = Integer.getInteger("wl", 1);

  /** Requests may come compressed; that need not be said with every reply. */
  private static final DecompressorRegistry COMPRESSION =
      DecompressorRegistry.emptyInstance()
          .with(Codec.Identity.NONE, /* advertised= */ false)
          .with(new Codec.Gzip(), /* advertised= */ false);

  private final int wantedPort;
  private final EventLoopGroup boss;
  private final EventLoopGroup workers;
  private @Nullable Server server;

  TcpEndpoint(int port, ServerThreads threads) {
    wantedPort = port;
    boss = eventLoops(1, work -> threads.newThread("acceptor", work));
    workers = eventLoops(WORKERS, work -> threads.newThread("worker", work));
  }

  private static EventLoopGroup eventLoops(int loops, ThreadFactory threads) {
    return Epoll.isAvailable()
        ? new EpollEventLoopGroup(loops, threads)
        : new NioEventLoopGroup(loops, threads);
  }

  private static Class<? extends ServerChannel> channelType() {
    return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  @Override
  public void start(ServerServiceDefinition service, ServerTransportFilter channels)
      throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    Server built =
        NettyServerBuilder.forAddress(new InetSocketAddress(loopback, wantedPort))
            .bossEventLoopGroup(boss)
            .workerEventLoopGroup(workers)
            .channelType(channelType())
            .directExecutor()
            .decompressorRegistry(COMPRESSION)
            .addTransportFilter(channels)
            .addService(service)
            .build();
    try {
      built.start();
    } catch (IOException e) {
      BindException busy =
          new BindException(
              "cannot listen on port %d of %s: is another server using it?"
                  .formatted(wantedPort, loopback.getHostAddress()));
      busy.initCause(e);
      throw busy;
    }
    server = built;
  }

  @Override
  public DelayScheduler scheduler() {
    return new LoopScheduler(workers);
  }

  @Override
  public int port() {
    if (server == null) {
      throw new IllegalStateException("the server has not started");
    }
    // A closed gRPC server answers -1.
    return server.getPort();
  }

  @Override
  public String inProcessName() {
    throw new IllegalStateException("a server on TCP has no in-process name");
  }

  @Override
  public void close() {
    if (server != null) {
      ServerShutdown.now(server);
    }
    // Not waited for: the server waits for the threads themselves.
    var unusedBoss = boss.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    var unusedWorkers = workers.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
