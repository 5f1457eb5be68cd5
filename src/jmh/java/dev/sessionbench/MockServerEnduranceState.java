package dev.sessionbench;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import dev.sessionbench.rawload.ClosedLoop;
import dev.sessionbench.rawload.Operation;
import dev.sessionbench.rawload.ServerRun;
import dev.sessionbench.rawload.TimedLoad;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A long load on one server. */
@State(Scope.Benchmark)
public abstract class MockServerEnduranceState {
  private static final int IN_FLIGHT = 64;
  private static final int WARM_RPCS = 200_000;
  private static final int COLLECTIONS = 3;
  private static final double BYTES_PER_MB = 1 << 20;

  /** The server: ours or theirs (the client's own mock). */
  @Param("ours")
  public String server = "";

  /** How the load reaches it: tcp or inprocess. */
  @Param("tcp")
  public String transport = "";

  private @Nullable ServerRun run;
  private long heapBefore;
  private List<MetricValue> shown = List.of();

  /**
   * Plays the load on a warm server.
   *
   * @return the metrics of the load
   * @throws InterruptedException if JMH gives the iteration up
   */
  abstract List<MetricValue> load(ServerRun run) throws InterruptedException;

  /**
   * Starts the server and warms it up, outside the timed part.
   *
   * @throws IOException if the server cannot listen
   * @throws InterruptedException if JMH gives the iteration up
   */
  @Setup(Level.Iteration)
  public void start() throws IOException, InterruptedException {
    run = new ServerRun(server, transport, /* statementMillis= */ 0, /* count= */ 1);
    loop(run, Operation::executeStreamingSql, WARM_RPCS);
    heapBefore = heapAfterFullCollections();
  }

  /**
   * Plays only the load.
   *
   * @throws InterruptedException if JMH gives the iteration up
   */
  void run() throws InterruptedException {
    shown = load(Objects.requireNonNull(run));
  }

  static void loop(ServerRun run, Function<String, Operation> operation, long count)
      throws InterruptedException {
    new ClosedLoop(run.channel(), run.operations(IN_FLIGHT, operation)).run(count);
  }

  /** Bytes in use. Objects with a finaliser or a cleaner need a second collection. */
  private static long heapAfterFullCollections() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Measures the heap while the server still has its sessions, then stops it and publishes. */
  @TearDown(Level.Iteration)
  public void stop() {
    long heapAfter = heapAfterFullCollections();
    Objects.requireNonNull(run).close();
    List<MetricValue> metrics = new ArrayList<>(shown);
    metrics.add(new MetricValue("heapUsed", heapAfter / BYTES_PER_MB, "MB"));
    metrics.add(new MetricValue("heapGrowth", (heapAfter - heapBefore) / BYTES_PER_MB, "MB"));
    InvocationMetricsProfiler.publish(metrics);
  }

  /** State of {@link MockServerEnduranceBenchmark#manyRpcs}. */
  public static class ManyRpcs extends MockServerEnduranceState {
    private static final int BATCH = 25;

    /** Millions of RPCs, without those that create and delete sessions. */
    @Param("10")
    public int millions;

    @Override
    List<MetricValue> load(ServerRun run) throws InterruptedException {
      long rpcs = millions * 1_000_000L;
      loop(run, session -> Operation.createAndDelete(BATCH), rpcs / 10 / BATCH);
      loop(run, Operation::executeStreamingSql, rpcs / 2);
      loop(run, Operation::beginAndCommit, rpcs / 4);
      return List.of();
    }
  }

  /** State of {@link MockServerEnduranceBenchmark#millionSessions}. */
  public static class MillionSessions extends MockServerEnduranceState {
    static final int BATCH = 100;
    static final int BATCHES = 10_000;

    @Override
    List<MetricValue> load(ServerRun run) throws InterruptedException {
      loop(run, session -> Operation.batchCreateSessions(BATCH), BATCHES);
      return List.of();
    }
  }

  /** State of {@link MockServerEnduranceBenchmark#millionUsedSessions}. */
  public static class MillionUsedSessions extends MockServerEnduranceState {
    @Override
    List<MetricValue> load(ServerRun run) throws InterruptedException {
      loop(
          run, session -> Operation.createAndQuery(MillionSessions.BATCH), MillionSessions.BATCHES);
      return List.of();
    }
  }

  /** State of {@link MockServerEnduranceBenchmark#pacedQueries}. */
  public static class PacedQueries extends MockServerEnduranceState {
    /** Queries a second. */
    @Param("30000")
    public int rate;

    /** The duration in seconds. */
    @Param("60")
    public int seconds;

    @Override
    List<MetricValue> load(ServerRun run) throws InterruptedException {
      TimedLoad load =
          new TimedLoad(
              run.channel(),
              run.operations(IN_FLIGHT, Operation::executeStreamingSql),
              /* expectedNanos= */ 0);
      int count = rate * seconds;
      double achieved = load.run(count, count, Duration.ofSeconds(seconds));
      return List.of(
          new MetricValue("queriesPerSecond", achieved, "ops/s"),
          new MetricValue("mostInFlight", load.mostInFlight(), "#"),
          delay("delayP50", load, 50),
          delay("delayP99", load, 99),
          delay("delayMax", load, 100));
    }

    private static MetricValue delay(String name, TimedLoad load, double percentile) {
      return new MetricValue(name, load.excessNanos(percentile) / Nanos.PER_MILLI, "ms");
    }
  }
}
