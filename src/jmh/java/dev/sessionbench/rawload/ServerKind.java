package dev.sessionbench.rawload;

import com.google.cloud.spanner.MockSpannerServiceImpl;
import com.google.cloud.spanner.MockSpannerServiceImpl.SimulatedExecutionTime;
import com.google.cloud.spanner.MockSpannerServiceImpl.StatementResult;
import com.google.cloud.spanner.Statement;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.rpc.LatestEntries;
import dev.sessionbench.mock.rpc.RpcRecord;
import io.grpc.Server;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** The servers that are compared. */
public enum ServerKind {
  /** This project's. */
  OURS {
    @Override
    public MeasuredServer start(Transport transport, int statementMillis) throws IOException {
      MockSpannerServer server =
          MockSpannerServer.start(
              MockServerOptions.defaults()
                  .withTransport(transport)
                  .withLatencies(
                      LatencyProfile.none()
                          .with(
                              Rpc.EXECUTE_STREAMING_SQL,
                              ServerTime.fixed(Duration.ofMillis(statementMillis)))));
      return new MeasuredServer(
          server::port,
          server::inProcessName,
          ServerKind::ourThreads,
          Optional.of(server.journal()),
          server::close);
    }
  },

  /**
   * The client's own server, set up as in the client's tests. They use gRPC's default, a cached
   * thread pool; so does this one, but not shared with the server of the previous run.
   */
  THEIRS {
    @Override
    public MeasuredServer start(Transport transport, int statementMillis) throws IOException {
      MockSpannerServiceImpl service = new MockSpannerServiceImpl();
      // Otherwise the service aborts some transactions.
      service.setAbortProbability(0);
      service.putStatementResult(
          StatementResult.query(
              Statement.of(Requests.QUERY),
              ResultSet.newBuilder()
                  .setMetadata(Requests.RESULT.getMetadata())
                  .addAllRows(Requests.RESULT.getRowsList())
                  .build()));
      if (statementMillis > 0) {
        service.setExecuteStreamingSqlExecutionTime(
            SimulatedExecutionTime.ofMinimumAndRandomTime(statementMillis, 0));
      }
      String name = InProcessServerBuilder.generateName();
      ThreadPoolExecutor executor =
          new ThreadPoolExecutor(
              0,
              Integer.MAX_VALUE,
              60,
              TimeUnit.SECONDS,
              new SynchronousQueue<>(),
              new DefaultThreadFactory("theirs", /* daemon= */ true));
      Server server =
          transport == Transport.TCP
              ? NettyServerBuilder.forAddress(
                      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                  .executor(executor)
                  .addService(service)
                  .build()
                  .start()
              : InProcessServerBuilder.forName(name)
                  .executor(executor)
                  .addService(service)
                  .build()
                  .start();
      return new MeasuredServer(
          server::getPort,
          () -> name,
          executor::getLargestPoolSize,
          Optional.empty(),
          () -> {
            server.shutdownNow();
            executor.shutdownNow();
            awaitEnd(executor);
          });
    }
  },

  /** The limit: a service that does nothing, on this project's transport. */
  CONSTANT {
    @Override
    public MeasuredServer start(Transport transport, int statementMillis) throws IOException {
      long statementNanos = TimeUnit.MILLISECONDS.toNanos(statementMillis);
      return new ConstantServer(transport, Requests.constantReplies(), statementNanos)
          .measured(ServerKind::ourThreads);
    }
  };

  /** The parameter that names the server. */
  public static final Parameter<ServerKind> SERVER =
      Parameter.oneOf("server", OURS, "the server that is measured");

  /** The parameter that says how the load reaches the server. */
  public static final Parameter<Transport> TRANSPORT =
      Parameter.oneOf("transport", Transport.TCP, "how the load reaches the server");

  private static final String OURS_PREFIX = "mock-spanner-";

  /** The threads of this project's server stay until it closes. */
  private static int ourThreads() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith(OURS_PREFIX))
            .count();
  }

  private static void awaitEnd(ThreadPoolExecutor executor) {
    try {
      // Otherwise its thousands of threads would end during the next run.
      executor.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Starts a server on any free address.
   *
   * @param transport how clients reach it
   * @param statementMillis the simulated time of ExecuteStreamingSql, at least 0
   * @return the server
   * @throws IOException if it cannot listen
   */
  public abstract MeasuredServer start(Transport transport, int statementMillis) throws IOException;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * A server under load.
   *
   * @param port the TCP port that it listens on, on loopback
   * @param inProcessName the name for in-process channels
   * @param mostThreads the most threads that have handled calls at the same time
   * @param journal its record of answered RPCs, if it has one
   * @param end stops it
   */
  public record MeasuredServer(
      IntSupplier port,
      Supplier<String> inProcessName,
      IntSupplier mostThreads,
      Optional<LatestEntries<RpcRecord>> journal,
      Runnable end) {}
}
