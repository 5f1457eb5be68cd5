package dev.sessionbench;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import dev.sessionbench.mock.rpc.RpcRecord;
import dev.sessionbench.rawload.Operation;
import dev.sessionbench.rawload.ServerRun;
import dev.sessionbench.rawload.TimedLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A fresh server whose statements take a simulated time, and channels to it. */
@State(Scope.Benchmark)
public abstract class MockServerDelayState {
  /** The default number of the Spanner client. */
  private static final int CHANNELS = 4;

  private static final int WARM_IN_FLIGHT = 64;
  private static final int WARM_OPERATIONS = 200_000;

  /** The server: ours, theirs (the client's own mock) or constant (the limit). */
  @Param({"ours", "theirs", "constant"})
  public String server = "";

  /** How the load reaches it: tcp or inprocess. */
  @Param({"tcp", "inprocess"})
  public String transport = "";

  private final int statementMillis;
  private final int inFlight;
  private final int operations;
  private final Duration spread;
  private @Nullable ServerRun run;
  private @Nullable TimedLoad load;

  /**
   * A state for one load.
   *
   * @param statementMillis the simulated time of a statement
   * @param inFlight how many operations are in flight
   * @param operations how many operations there are in all
   * @param spread the time over which the first of them are started
   */
  MockServerDelayState(int statementMillis, int inFlight, int operations, Duration spread) {
    this.statementMillis = statementMillis;
    this.inFlight = inFlight;
    this.operations = operations;
    this.spread = spread;
  }

  /** State of {@link MockServerDelayBenchmark#burst}. */
  public static class Burst extends MockServerDelayState {
    /** For JMH. */
    public Burst() {
      super(1_000, 10_000, 10_000, Duration.ZERO);
    }
  }

  /** State of {@link MockServerDelayBenchmark#spreadBurst}. */
  public static class SpreadBurst extends MockServerDelayState {
    /** For JMH. */
    public SpreadBurst() {
      super(1_000, 10_000, 10_000, Duration.ofMillis(200));
    }
  }

  /** State of {@link MockServerDelayBenchmark#thousandInFlight}. */
  public static class Thousand extends MockServerDelayState {
    /** For JMH. */
    public Thousand() {
      super(10, 1_000, 200_000, Duration.ZERO);
    }
  }

  /** State of {@link MockServerDelayBenchmark#oneInFlight}. */
  public static class One extends MockServerDelayState {
    /** For JMH. */
    public One() {
      super(10, 1, 300, Duration.ZERO);
    }
  }

  /**
   * Warms the code up on a server without simulated times. Calls that take seconds would need hours
   * until their code is compiled.
   *
   * @throws IOException if the server cannot listen
   * @throws InterruptedException if JMH gives the fork up
   */
  @Setup(Level.Trial)
  public void warmUp() throws IOException, InterruptedException {
    try (ServerRun warm = new ServerRun(server, transport, /* statementMillis= */ 0, CHANNELS)) {
      var unused =
          load(warm, WARM_IN_FLIGHT, 0).run(WARM_IN_FLIGHT, WARM_OPERATIONS, Duration.ZERO);
    }
  }

  private static TimedLoad load(ServerRun run, int sessions, int expectedMillis) {
    return new TimedLoad(
        run.channel(),
        run.operations(sessions, Operation::executeStreamingSqlByStub),
        TimeUnit.MILLISECONDS.toNanos(expectedMillis));
  }

  /**
   * Starts server and channels.
   *
   * @throws IOException if the server cannot listen
   */
  @Setup(Level.Iteration)
  public void start() throws IOException {
    run = new ServerRun(server, transport, statementMillis, CHANNELS);
    load = load(run, Math.min(inFlight, 1_000), statementMillis);
    System.gc();
  }

  /**
   * The timed part.
   *
   * @throws InterruptedException if JMH gives the iteration up
   * @throws IllegalStateException if the operations were not in flight together
   */
  void run() throws InterruptedException {
    var unused = Objects.requireNonNull(load).run(inFlight, operations, spread);
  }

  /** Publishes the metrics, and stops server and channels. */
  @TearDown(Level.Iteration)
  public void stop() {
    try (ServerRun finished = Objects.requireNonNull(run)) {
      InvocationMetricsProfiler.publish(metrics(finished, Objects.requireNonNull(load)));
    }
  }

  private List<MetricValue> metrics(ServerRun finished, TimedLoad measured) {
    List<MetricValue> metrics = new ArrayList<>();
    metrics.add(millis("clientErrorP50", measured.excessNanos(50)));
    metrics.add(millis("clientErrorP99", measured.excessNanos(99)));
    metrics.add(new MetricValue("serverThreads", finished.server().mostThreads().getAsInt(), "#"));
    metrics.add(new MetricValue("mostInFlight", measured.mostInFlight(), "#"));
    finished
        .server()
        .journal()
        .ifPresent(
            journal ->
                metrics.add(
                    millis(
                        "serverLatenessP99",
                        lateness(journal.entries()).getValueAtPercentile(99))));
    return metrics;
  }

  private static Histogram lateness(List<RpcRecord> journal) {
    Histogram lateness = new Histogram(3);
    for (RpcRecord rpc : journal) {
      if (rpc.rpc() == Rpc.EXECUTE_STREAMING_SQL) {
        lateness.recordValue(
            Math.max(0, rpc.repliedNanos() - rpc.arrivalNanos() - rpc.latencyNanos()));
      }
    }
    return lateness;
  }

  private static MetricValue millis(String name, long nanos) {
    return new MetricValue(name, nanos / Nanos.PER_MILLI, "ms");
  }
}
