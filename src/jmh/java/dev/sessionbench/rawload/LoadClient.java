package dev.sessionbench.rawload;

import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.rawload.ServerKind.MeasuredServer;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Channels to a server, with their replies handled on the thread that reads them. */
public final class LoadClient implements AutoCloseable {
  private static final String THREADS = "raw-load";

  private final EventLoopGroup loop;
  private final List<ManagedChannel> channels;

  /**
   * Opens channels, all on one event loop.
   *
   * @param server the server
   * @param transport how to reach it
   * @param count how many channels, at least 1
   */
  public LoadClient(MeasuredServer server, Transport transport, int count) {
    DefaultThreadFactory threads = new DefaultThreadFactory(THREADS, true);
    boolean epoll = Epoll.isAvailable();
    loop = epoll ? new EpollEventLoopGroup(1, threads) : new NioEventLoopGroup(1, threads);
    channels = IntStream.range(0, count).mapToObj(i -> open(server, transport, epoll)).toList();
  }

  private ManagedChannel open(MeasuredServer server, Transport transport, boolean epoll) {
    return transport == Transport.TCP
        ? NettyChannelBuilder.forAddress("127.0.0.1", server.port())
            .usePlaintext()
            .eventLoopGroup(loop)
            .channelType(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
            .directExecutor()
            .disableRetry()
            .build()
        : InProcessChannelBuilder.forName(server.inProcessName())
            .directExecutor()
            .disableRetry()
            .build();
  }

  /** Takes the channels in turn. */
  public Channel channel() {
    return channels.size() == 1 ? channels.get(0) : new TurnTaking(channels);
  }

  private static final class TurnTaking extends Channel {
    private final List<ManagedChannel> channels;
    private final AtomicInteger next = new AtomicInteger();

    TurnTaking(List<ManagedChannel> channels) {
      this.channels = channels;
    }

    @Override
    public <Q, R> ClientCall<Q, R> newCall(MethodDescriptor<Q, R> method, CallOptions options) {
      return channels
          .get(Math.floorMod(next.getAndIncrement(), channels.size()))
          .newCall(method, options);
    }

    @Override
    public String authority() {
      return channels.get(0).authority();
    }
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
        SpannerGrpc.newBlockingStub(channel())
            .batchCreateSessions(
                BatchCreateSessionsRequest.newBuilder()
                    .setDatabase(Requests.DATABASE)
                    .setSessionCount(count)
                    .build());
    return created.getSessionList().stream().map(Session::getName).toList();
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    try {
      for (ManagedChannel channel : channels) {
        channel.awaitTermination(10, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    var unused = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
