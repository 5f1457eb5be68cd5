package dev.sessionbench;

import dev.sessionbench.bench.trial.Scenario;
import dev.sessionbench.bench.trial.Trial;
import dev.sessionbench.bench.trial.TrialSpec;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
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
 * A fresh pool and server for every iteration, made and measured outside the timed part.
 *
 * <p>The fields tell JMH which parameters there are and of which type. Their values are read as the
 * words that JMH was given, in the one place where the command line checks them too before anything
 * runs.
 */
@State(Scope.Benchmark)
public abstract class TrialState {
  /** Sessions that the pool holds at least. */
  @Param("100")
  public int minSessions;

  /** Sessions that the pool holds at most. */
  @Param("400")
  public int maxSessions;

  /** The client's gRPC channels. */
  @Param("4")
  public int numChannels;

  /** How the server behaves: a profile that is shipped, or a file. */
  @Param("original")
  public String profile = "";

  /** Decides every wait of the load, and every simulated time and fault of the server. */
  @Param("1")
  public long seed;

  /** Operations in all; 0 is 8 x maxSessions for a burst, maxSessions for steadyIncrease. */
  @Param("0")
  public int operations;

  /** Threads of a burst; 0 is 2 x maxSessions. */
  @Param("0")
  public int concurrency;

  private @Nullable Trial trial;

  /**
   * What the parameters ask for.
   *
   * @param load the name of the benchmark's method
   * @param words the value of every parameter by name
   * @throws IllegalArgumentException if one is wrong
   */
  abstract TrialSpec spec(String load, Map<String, String> words);

  /**
   * Prepares a run.
   *
   * @param iteration tells a warm-up from a measurement
   * @param benchmark tells the parameters, and what JMH divides the time by
   * @throws IOException if the server cannot listen
   */
  @Setup(Level.Iteration)
  public void prepare(IterationParams iteration, BenchmarkParams benchmark) throws IOException {
    TrialSpec spec =
        spec(
            benchmark.getBenchmark().substring(benchmark.getBenchmark().lastIndexOf('.') + 1),
            benchmark.getParamsKeys().stream()
                .collect(Collectors.toMap(name -> name, benchmark::getParam)));
    Scenario measured = spec.measured();
    if (benchmark.getOpsPerInvocation() != measured.timeScale()) {
      throw new IllegalArgumentException(
          "timeScale=%d needs -opi %1$d, by which JMH divides the time that was stretched; it is %d"
              .formatted(measured.timeScale(), benchmark.getOpsPerInvocation()));
    }
    if (iteration.getType() == IterationType.WARMUP) {
      trial = Trial.prepare(spec.warmup());
    } else {
      trial = Trial.prepare(measured);
      trial.collectGarbage();
    }
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
    try (Trial finished = prepared()) {
      InvocationMetricsProfiler.publish(finished.finish());
    } finally {
      trial = null;
    }
  }

  private Trial prepared() {
    if (trial == null) {
      throw new IllegalStateException("no run has been prepared");
    }
    return trial;
  }
}
