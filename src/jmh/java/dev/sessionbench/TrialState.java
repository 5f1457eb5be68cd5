package dev.sessionbench;

import dev.sessionbench.bench.trial.Scenario;
import dev.sessionbench.bench.trial.Trial;
import dev.sessionbench.bench.trial.Trial.TrialSpec;
import dev.sessionbench.bench.trial.TrialParameters;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
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
 * <p>The fields declare the parameters and their types to JMH. Their values are read as text by the
 * same code that checks the command line before anything runs.
 */
@State(Scope.Benchmark)
public abstract class TrialState {
  private @Nullable Trial trial;

  /**
   * What the parameters ask for.
   *
   * @param benchmark the method's full name
   * @param given the value of every parameter by name
   * @throws IllegalArgumentException if a value is wrong
   */
  abstract TrialSpec spec(String benchmark, Map<String, String> given);

  /**
   * Prepares a run.
   *
   * @param iteration says whether this is a warm-up or a measurement
   * @param benchmark has the parameters, and the number by which JMH divides the time
   * @throws IOException if the server cannot listen
   */
  @Setup(Level.Iteration)
  public void prepare(IterationParams iteration, BenchmarkParams benchmark) throws IOException {
    Map<String, String> given = new TreeMap<>();
    benchmark.getParamsKeys().forEach(name -> given.put(name, benchmark.getParam(name)));
    // If a benchmark has no such parameter, JMH's divisor is its scale.
    given.putIfAbsent(
        TrialParameters.TIME_SCALE.name(), Integer.toString(benchmark.getOpsPerInvocation()));
    TrialSpec spec = spec(benchmark.getBenchmark(), given);
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
    Objects.requireNonNull(trial).run();
  }

  /** Measures the run, passes its metrics to the profiler, and closes server and client. */
  @TearDown(Level.Iteration)
  public void finish() {
    try (Trial finished = Objects.requireNonNull(trial)) {
      InvocationMetricsProfiler.publish(finished.finish());
    } finally {
      trial = null;
    }
  }
}
