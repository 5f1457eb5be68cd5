package dev.sessionbench.rawload;

import com.google.spanner.v1.BatchCreateSessionsRequest;
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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A fresh server, and channels to it on one event loop. The thread that reads a reply also handles
 * it.
 */
public final class ServerRun extends Channel implements AutoCloseable {
  private static final int BATCH = 100;
  private static final boolean EPOLL = Epoll.isAvailable();

  private final MeasuredServer server;
  private final EventLoopGroup loop;
  private final List<ManagedChannel> channels;
  private final AtomicInteger next = new AtomicInteger();

  /**
   * Starts the server and opens the channels.
   *
   * @param kind which server, by its {@link ServerKind#SERVER} value
   * @param transport how it is reached, by its {@link ServerKind#TRANSPORT} value
   * @param statementMillis the simulated time of ExecuteStreamingSql, at least 0
   * @param count how many channels, at least 1
   * @throws IOException if the server cannot listen
   */
  public ServerRun(String kind, String transport, int statementMillis, int count)
      throws IOException {
    Transport by = ServerKind.TRANSPORT.read(transport);
    server = ServerKind.SERVER.read(kind).start(by, statementMillis);
    DefaultThreadFactory threads = new DefaultThreadFactory("raw-load", true);
    loop = EPOLL ? new EpollEventLoopGroup(1, threads) : new NioEventLoopGroup(1, threads);
    channels = IntStream.range(0, count).mapToObj(i -> open(by)).toList();
  }

  private ManagedChannel open(Transport transport) {
    return transport == Transport.TCP
        ? NettyChannelBuilder.forAddress("127.0.0.1", server.port().getAsInt())
            .usePlaintext()
            .eventLoopGroup(loop)
            .channelType(EPOLL ? EpollSocketChannel.class : NioSocketChannel.class)
            .directExecutor()
            .disableRetry()
            .build()
        : InProcessChannelBuilder.forName(server.inProcessName().get())
            .directExecutor()
            .disableRetry()
            .build();
  }

  /** The server. */
  public MeasuredServer server() {
    return server;
  }

  /** A channel that uses all channels in turn. */
  public Channel channel() {
    return channels.size() == 1 ? channels.get(0) : this;
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

  /**
   * Makes operations, each in its own session.
   *
   * @param count how many operations
   * @param operation makes the operation of a session
   */
  public List<Operation> operations(int count, Function<String, Operation> operation) {
    List<Operation> operations = new ArrayList<>();
    while (operations.size() < count) {
      int batch = Math.min(BATCH, count - operations.size());
      SpannerGrpc.newBlockingStub(this)
          .batchCreateSessions(
              BatchCreateSessionsRequest.newBuilder()
                  .setDatabase(Requests.DATABASE)
                  .setSessionCount(batch)
                  .build())
          .getSessionList()
          .stream()
          // The constant server ignores the requested number.
          .limit(batch)
          .map(Session::getName)
          .forEach(session -> operations.add(operation.apply(session)));
    }
    return operations;
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
    } finally {
      var unused = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
      server.end().run();
    }
  }
}
