package dev.sessionbench;

import dev.sessionbench.trial.GrowthTrial;
import dev.sessionbench.trial.TrialOptions;
import dev.sessionbench.trial.TrialParameters;
import dev.sessionbench.workload.Workload;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * A fresh server and client for every iteration, made and measured outside the timed part.
 *
 * <p>The parameters are words, read and checked in one place ({@link TrialParameters}), so that the
 * command line can check them before anything runs.
 */
@State(Scope.Benchmark)
public abstract class SessionPoolState {
  /** Sessions that the pool holds at least. */
  @Param("100")
  public String minSessions = "";

  /** Sessions that the pool holds at most. */
  @Param("400")
  public String maxSessions = "";

  /** Sessions that the pool asks for when all are busy. */
  @Param({"1", "10", "20", "25", "30", "40", "50", "100"})
  public String incStep = "";

  /** The client's gRPC channels. */
  @Param("4")
  public String numChannels = "";

  /** Decides every wait of the load and every simulated time of the server. */
  @Param("1")
  public String seed = "";

  /** Operations in all; 0 is 8 x maxSessions for a burst, maxSessions for steadyIncrease. */
  @Param("0")
  public String operations = "";

  /** Threads of a burst; 0 is 2 x maxSessions. */
  @Param("0")
  public String concurrency = "";

  /** How the client reaches the server: inprocess, as in the original, or tcp. */
  @Param("inprocess")
  public String transport = "";

  /** The server's TCP port; 0 is any free one. */
  @Param("0")
  public String port = "";

  /** What a BatchCreateSessions RPC costs the server: flat, linear or contended. */
  @Param("flat")
  public String costModel = "";

  /** Whether the clock starts when the pool holds its minimum, or before the pool is created. */
  @Param("true")
  public String waitForMinSessions = "";

  /** Where a server listens that is not ours, as host:port; mock starts our own. */
  @Param("mock")
  public String server = "";

  private final Workload workload;
  private @Nullable GrowthTrial trial;

  /**
   * A state for one load.
   *
   * @param workload the load
   */
  SessionPoolState(Workload workload) {
    this.workload = workload;
  }

  /**
   * Prepares a run.
   *
   * @param iteration tells a warm-up from a measurement
   * @param benchmark tells what JMH divides the time by
   * @throws IOException if the server cannot listen
   */
  @Setup(Level.Iteration)
  public void prepare(IterationParams iteration, BenchmarkParams benchmark) throws IOException {
    requireDivisor(benchmark.getOpsPerInvocation());
    TrialOptions options = TrialParameters.read(workload, parameters());
    trial =
        iteration.getType() == IterationType.WARMUP
            ? GrowthTrial.prepareWarmup(options)
            : GrowthTrial.prepare(options);
    trial.collectGarbage();
  }

  /**
   * The timed part.
   *
   * @throws InterruptedException if JMH gives the iteration up
   */
  void run() throws InterruptedException {
    prepared().run();
  }

  /** Measures the run, hands its figures to the profiler, and closes server and client. */
  @TearDown(Level.Iteration)
  public void finish() {
    try (GrowthTrial finished = prepared()) {
      InvocationMetricsProfiler.publish(finished.finish());
    } finally {
      trial = null;
    }
  }

  /** What simulated times are multiplied by: each load has a default of its own. */
  abstract int timeScale();

  /** JMH divides the time of a run by its operations per invocation. */
  private void requireDivisor(int operationsPerInvocation) {
    if (operationsPerInvocation != timeScale()) {
      throw new IllegalArgumentException(
          "timeScale=%d needs -opi %1$d, by which JMH divides the time that was stretched; it is %d"
              .formatted(timeScale(), operationsPerInvocation));
    }
  }

  private GrowthTrial prepared() {
    if (trial == null) {
      throw new IllegalStateException("no run has been prepared");
    }
    return trial;
  }

  private Map<String, String> parameters() {
    return Map.ofEntries(
        Map.entry("minSessions", minSessions),
        Map.entry("maxSessions", maxSessions),
        Map.entry("incStep", incStep),
        Map.entry("numChannels", numChannels),
        Map.entry("seed", seed),
        Map.entry("operations", operations),
        Map.entry("concurrency", concurrency),
        Map.entry("transport", transport),
        Map.entry("port", port),
        Map.entry("costModel", costModel),
        Map.entry("waitForMinSessions", waitForMinSessions),
        Map.entry("server", server),
        Map.entry("timeScale", "" + timeScale()));
  }
}
