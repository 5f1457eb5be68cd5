package dev.sessionbench.rawload;

import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.model.Transport;
import io.grpc.ManagedChannel;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One channel to a server, with its replies handled on the thread that reads them. */
public final class LoadClient implements AutoCloseable {
  private static final String THREADS = "raw-load";

  private final EventLoopGroup loop;
  private final ManagedChannel channel;

  /**
   * Opens a channel.
   *
   * @param server the server
   * @param transport how to reach it
   */
  public LoadClient(MeasuredServer server, Transport transport) {
    DefaultThreadFactory threads = new DefaultThreadFactory(THREADS, true);
    boolean epoll = Epoll.isAvailable();
    loop = epoll ? new EpollEventLoopGroup(1, threads) : new NioEventLoopGroup(1, threads);
    channel =
        transport == Transport.TCP
            ? NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                .usePlaintext()
                .eventLoopGroup(loop)
                .channelType(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                .directExecutor()
                .build()
            : InProcessChannelBuilder.forName(server.inProcessName()).directExecutor().build();
  }

  /** The channel. */
  public ManagedChannel channel() {
    return channel;
  }

  /**
   * Creates sessions.
   *
   * @param count how many, from 1 to 100
   * @return their names
   * @throws IllegalStateException if the server creates another number
   */
  public List<String> createSessions(int count) {
    BatchCreateSessionsResponse created =
        SpannerGrpc.newBlockingStub(channel)
            .batchCreateSessions(
                BatchCreateSessionsRequest.newBuilder()
                    .setDatabase(Requests.DATABASE)
                    .setSessionCount(count)
                    .build());
    return created.getSessionList().stream().map(Session::getName).toList();
  }

  @Override
  public void close() {
    channel.shutdownNow();
    try {
      channel.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    var unused = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
