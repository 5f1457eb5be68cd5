package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.load.ThreadedDriver;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the client of this build against the mock server, with small pools and short simulated
 * times.
 */
class TrialTest {
  private static final LatencyProfile SHORT_TIMES =
      LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.of(100_000, 100_000, 1_000));

  private static TrialOptions options(
      Workload workload, PoolShape shape, int operations, Transport transport) {
    return options(workload, shape, operations, transport, 0);
  }

  private static TrialOptions options(
      Workload workload, PoolShape shape, int operations, Transport transport, int port) {
    return Scenarios.options(
        workload, shape, "operations=" + operations, "transport=" + transport, "port=" + port);
  }

  private static List<MetricValue> run(TrialOptions options, LatencyProfile times, int batchLimit)
      throws IOException, InterruptedException {
    try (Trial trial = Trial.prepare(options.scenario(times, batchLimit))) {
      trial.run();
      return trial.finish().metrics();
    }
  }

  private static double value(List<MetricValue> metrics, String name) {
    return metrics.stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow().value();
  }

  @Test
  void countsTheClosedFormForSixtyRandomShapes() throws Exception {
    SplittableRandom random = new SplittableRandom(134);
    for (int i = 0; i < 60; i++) {
      int max = random.nextInt(1, 60);
      // Every fourth step exceeds what the service returns for one RPC.
      int step = i % 4 == 0 ? random.nextInt(101, 200) : random.nextInt(1, 30);
      PoolShape shape = new PoolShape(random.nextInt(0, max + 1), max, step, random.nextInt(1, 9));
      int demand = random.nextInt(1, max + 1);
      // Every third server returns fewer sessions than asked for.
      int batchLimit = i % 3 == 0 ? random.nextInt(1, 8) : PoolShape.SERVICE_BATCH_LIMIT;
      List<MetricValue> metrics =
          run(
              options(Workload.STEADY_INCREASE, shape, demand, Transport.INPROCESS),
              SHORT_TIMES,
              batchLimit);
      assertThat(value(metrics, "numBatchCreateSessionsRpcs"))
          .as("%s to %d by %d", shape, demand, batchLimit)
          .isEqualTo(shape.totalRpcs(demand, batchLimit));
      assertThat(value(metrics, "sessionsCreated"))
          .as("%s to %d by %d", shape, demand, batchLimit)
          .isEqualTo(shape.finalSessions(demand));
    }
  }

  @Test
  void splitsAStepAboveTheServicesLimit() throws Exception {
    PoolShape shape = new PoolShape(0, 250, 250, 1);
    List<MetricValue> metrics =
        run(options(Workload.STEADY_INCREASE, shape, 1, Transport.TCP), SHORT_TIMES, 100);
    assertThat(value(metrics, "numBatchCreateSessionsRpcs")).isEqualTo(3);
    assertThat(value(metrics, "sessionsCreated")).isEqualTo(250);
    assertThat(value(metrics, "overshoot")).isEqualTo(249);
  }

  static Stream<Arguments> workloadsAndTransports() {
    return Arrays.stream(Workload.values())
        .flatMap(w -> Arrays.stream(Transport.values()).map(t -> Arguments.of(w, t)));
  }

  @ParameterizedTest
  @MethodSource("workloadsAndTransports")
  void measuresEveryWorkload(Workload workload, Transport transport) throws Exception {
    PoolShape shape = new PoolShape(4, 16, 3, 2);
    LatencyProfile times =
        SHORT_TIMES
            .with(Rpc.EXECUTE_STREAMING_SQL, ServerTime.ofMillis(20, 0))
            .with(Rpc.EXECUTE_SQL, ServerTime.ofMillis(20, 0));
    List<MetricValue> metrics = run(options(workload, shape, 0, transport), times, 100);
    // How many callers of a burst overlap is a race, but what follows from the number is not.
    double created = value(metrics, "sessionsCreated");
    double peak = value(metrics, "poolMaxInUse");
    if (workload == Workload.STEADY_INCREASE) {
      assertThat(peak).isEqualTo(16);
      assertThat(value(metrics, "timeToMax")).isPositive();
    }
    assertThat(peak).isBetween(1.0, created);
    assertThat(created).isBetween(4.0, 16.0);
    assertThat(value(metrics, "overshoot")).isEqualTo(created - Math.max(4, peak));
    assertThat(value(metrics, "numBatchCreateSessionsRpcs"))
        .isEqualTo(shape.totalRpcs((int) created, 100));
    assertThat(value(metrics, "utilisation")).isGreaterThanOrEqualTo(0);
    assertThat(value(metrics, "acquireWaitMax"))
        .isGreaterThanOrEqualTo(value(metrics, "acquireWaitP50"));
    assertThat(value(metrics, "cpuTime")).isGreaterThanOrEqualTo(0);
    assertThat(value(metrics, "allocated")).isGreaterThan(value(metrics, "allocatedMock"));
    assertThat(value(metrics, "allocatedMock")).isPositive();
    assertThat(value(metrics, "poolTimeouts")).isZero();
  }

  @Test
  void startsWithAnEmptyPoolIfItDoesNotWaitForTheMinimum() throws Exception {
    PoolShape shape = new PoolShape(4, 16, 3, 2);
    TrialOptions cold =
        Scenarios.options(Workload.STEADY_INCREASE, shape, "waitForMinSessions=false");
    List<MetricValue> metrics = run(cold, SHORT_TIMES, 100);
    assertThat(value(metrics, "numBatchCreateSessionsRpcs")).isEqualTo(2 + 4);
  }

  @ParameterizedTest
  @EnumSource(Workload.class)
  void measuresAnotherServerOnTheClientsSide(Workload workload) throws Exception {
    PoolShape shape = new PoolShape(4, 16, 3, 2);
    // The trial treats it as any server: it knows only the address.
    try (MockSpannerServer other =
        MockSpannerServer.start(
            MockServerOptions.defaults()
                .withLatencies(
                    SHORT_TIMES
                        .with(Rpc.EXECUTE_STREAMING_SQL, ServerTime.ofMillis(20, 0))
                        .with(Rpc.EXECUTE_SQL, ServerTime.ofMillis(20, 0))))) {
      TrialOptions options =
          Scenarios.options(workload, shape, "transport=tcp", "server=localhost:" + other.port());
      try (Trial trial = Trial.prepare(options.measured())) {
        trial.run();
        TrialReport report = trial.finish();
        assertThat(report.curves()).isEmpty();
        assertThat(value(report.metrics(), "numBatchCreateSessionsRpcs"))
            .isEqualTo((double) other.counters().count(Rpc.BATCH_CREATE_SESSIONS))
            .isEqualTo(shape.totalRpcs((int) other.sessions().created(), 100));
        assertThat(value(report.metrics(), "poolMaxInUse"))
            .isBetween(1.0, (double) other.sessions().created());
        assertThat(report.metrics())
            .extracting(MetricValue::name)
            .contains("acquireWaitP50", "cpuTime", "allocated")
            .doesNotContain(
                "sessionsCreated", "overshoot", "timeToMax", "cpuTimeMock", "allocatedMock");
      }
      // The trial has ended, but the server still runs.
      assertThat(other.sessions().created()).isBetween(4L, 16L);
      assertThat(other.sessions().alive()).isZero();
    }
  }

  @Test
  void failsIfTheServerCountsRpcsThatTheClientDidNotSend() throws Exception {
    PoolShape shape = new PoolShape(4, 16, 3, 2);
    int port = freePort();
    try (Trial trial =
        Trial.prepare(
            options(Workload.STEADY_INCREASE, shape, 10, Transport.TCP, port)
                .scenario(SHORT_TIMES, 100))) {
      trial.run();
      ManagedChannel intruder =
          NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
      SpannerGrpc.SpannerBlockingStub stub =
          SpannerGrpc.newBlockingStub(intruder).withDeadlineAfter(20, TimeUnit.SECONDS);
      String database = "projects/p/instances/i/databases/d";
      String session =
          stub.batchCreateSessions(
                  BatchCreateSessionsRequest.newBuilder()
                      .setDatabase(database)
                      .setSessionCount(1)
                      .build())
              .getSession(0)
              .getName();
      stub.getSession(GetSessionRequest.newBuilder().setName(session).build());
      intruder.shutdownNow();
      assertThatThrownBy(trial::finish)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("the server counted 5 BatchCreateSessions RPCs, the client 4")
          .hasMessageContaining("the server counted 1 GetSession RPCs, the client 0")
          .hasMessageContaining("the server holds 11 sessions, the pool 10");
    }
  }

  @Test
  void hasNoTimeToMaxIfThePoolStaysSmaller() throws Exception {
    PoolShape shape = new PoolShape(4, 16, 3, 2);
    List<MetricValue> metrics =
        run(options(Workload.STEADY_INCREASE, shape, 5, Transport.INPROCESS), SHORT_TIMES, 100);
    assertThat(value(metrics, "timeToMax")).isNaN();
  }

  @Test
  void thirtyServersAndClientsLeaveNoThreadAndNoPort() throws Exception {
    PoolShape shape = new PoolShape(2, 4, 1, 2);
    run(options(Workload.BURST_READ, shape, 4, Transport.TCP), SHORT_TIMES, 100);
    run(options(Workload.BURST_READ, shape, 4, Transport.INPROCESS), SHORT_TIMES, 100);
    int before = Thread.getAllStackTraces().size();
    int port = freePort();
    for (int i = 0; i < 30; i++) {
      Transport transport = i % 2 == 0 ? Transport.TCP : Transport.INPROCESS;
      // Uses the same port each time, so a server that kept it would stop the next one from
      // starting.
      run(options(Workload.STEADY_INCREASE, shape, 4, transport, port), SHORT_TIMES, 100);
    }
    List<String> after = Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    assertThat(after).noneMatch(name -> name.startsWith("mock-spanner-"));
    assertThat(after).noneMatch(name -> name.startsWith(ThreadedDriver.THREAD_NAME));
    // The few resources that the client's libraries share for the life of the process may vary.
    assertThat(after).hasSizeLessThanOrEqualTo(before + 8);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
