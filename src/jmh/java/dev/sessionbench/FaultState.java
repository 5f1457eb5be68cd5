package dev.sessionbench;

import dev.sessionbench.trial.FaultOptions;
import dev.sessionbench.trial.FaultTrial;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * A fresh pool and a fresh server that goes wrong, for every iteration, made and measured outside
 * the timed part.
 */
@State(Scope.Benchmark)
public class FaultState {
  /** What goes wrong: a word of {@link dev.sessionbench.trial.FaultScenario}. */
  @Param({
    "none",
    "unavailableOnce",
    "unavailableRate",
    "internalOnce",
    "internalRate",
    "resourceExhausted",
    "stall",
    "halfBatch",
    "emptyBatch",
    "sessionsLost",
    "connectionDrop",
    "goAway",
    "serverRestart",
    "slowStart",
    "abortStorm"
  })
  public String scenario = "";

  /** Sessions that the pool asks for when all are busy. */
  @Param({"1", "25", "100"})
  public String incStep = "";

  /** Sessions that the pool holds at least. */
  @Param("100")
  public String minSessions = "";

  /** Sessions that the pool holds at most. */
  @Param("400")
  public String maxSessions = "";

  /** The client's gRPC channels. */
  @Param("4")
  public String numChannels = "";

  /** Decides every wait of the load, every simulated time and every fault of the server. */
  @Param("1")
  public String seed = "";

  /** Operations in all; 0 is 8 x maxSessions. */
  @Param("0")
  public String operations = "";

  /** Threads of the burst; 0 is 2 x maxSessions. */
  @Param("0")
  public String concurrency = "";

  /** How long the client waits for one BatchCreateSessions under stall; elsewhere it is 60,000. */
  @Param("500")
  public String creationTimeoutMillis = "";

  private @Nullable FaultTrial trial;

  /**
   * Prepares a run.
   *
   * @param iteration tells a warm-up from a measurement
   * @throws IOException if the server cannot listen
   */
  @Setup(Level.Iteration)
  public void prepare(IterationParams iteration) throws IOException {
    FaultOptions options = FaultOptions.read(parameters());
    trial =
        iteration.getType() == IterationType.WARMUP
            ? FaultTrial.prepareWarmup(options)
            : FaultTrial.prepare(options);
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
    try (FaultTrial finished = prepared()) {
      InvocationMetricsProfiler.publish(finished.finish());
    } finally {
      trial = null;
    }
  }

  private FaultTrial prepared() {
    if (trial == null) {
      throw new IllegalStateException("no run has been prepared");
    }
    return trial;
  }

  private Map<String, String> parameters() {
    return Map.of(
        "scenario", scenario,
        "incStep", incStep,
        "minSessions", minSessions,
        "maxSessions", maxSessions,
        "numChannels", numChannels,
        "seed", seed,
        "operations", operations,
        "concurrency", concurrency,
        "creationTimeoutMillis", creationTimeoutMillis);
  }
}
