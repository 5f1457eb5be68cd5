package dev.sessionbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.bench.run.CurvesResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks with JMH's own runner in this process, with pools of a few sessions. */
class TrialStateTest {
  static {
    // The tests must not fail because another benchmark runs at the same time.
    System.setProperty("jmh.ignoreLock", "true");
  }

  private static ChainedOptionsBuilder options(String benchmark) {
    return new OptionsBuilder()
        .include("^dev\\.sessionbench\\." + benchmark + "$")
        .param("minSessions", "2")
        .param("maxSessions", "6")
        .param("incStep", "2")
        .param("numChannels", "2")
        .warmupIterations(0)
        .measurementIterations(1)
        .forks(0)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT);
  }

  private static RunResult run(ChainedOptionsBuilder options) throws RunnerException {
    Collection<RunResult> results = new Runner(options.build()).run();
    assertThat(results).hasSize(1);
    return results.iterator().next();
  }

  private static double metric(RunResult result, String name) {
    return Objects.requireNonNull(result.getSecondaryResults().get(name)).getScore();
  }

  @Test
  void profilerPutsAllMetricsAndCurvesIntoTheResult() throws RunnerException {
    RunResult result =
        run(
            options("SessionPoolBenchmark.steadyIncrease")
                .measurementIterations(3)
                .addProfiler(InvocationMetricsProfiler.class));
    // The mean of three iterations equals the number of one iteration.
    assertThat(metric(result, "numBatchCreateSessionsRpcs")).isEqualTo(2 + 2);
    assertThat(metric(result, "poolMaxInUse")).isEqualTo(6);
    assertThat(metric(result, "utilisation")).isGreaterThanOrEqualTo(0);
    Result<?> curves = result.getSecondaryResults().get(CurvesResult.LABEL);
    assertThat(((CurvesResult) Objects.requireNonNull(curves)).curves())
        .extracting(Curve::name)
        .containsExactly(Curve.SESSIONS, Curve.IN_USE, Curve.WAITING, Curve.ACQUIRE_WAIT);
  }

  @Test
  void scoreIsTheRunTimeDividedByTheTimeScale() throws RunnerException {
    RunResult result =
        run(
            options("SessionPoolBenchmark.steadyIncrease")
                .param("timeScale", "5")
                .operationsPerInvocation(5)
                .addProfiler(InvocationMetricsProfiler.class));
    // The pool is full when the last batch has arrived; the last reads follow.
    assertThat(result.getPrimaryResult().getScore())
        .isGreaterThanOrEqualTo(metric(result, "timeToMax"));
    assertThat(result.getPrimaryResult().getScore()).isLessThan(5 * metric(result, "timeToMax"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"burstRead", "burstWrite", "burstReadAndWrite"})
  void burstsRunAsJmhMethods(String burst) throws RunnerException {
    RunResult result =
        run(
            options("SessionPoolBenchmark." + burst)
                .param("operations", "8")
                .param("concurrency", "4")
                .addProfiler(InvocationMetricsProfiler.class));
    assertThat(metric(result, "sessionsCreated")).isBetween(2.0, 6.0);
  }

  @Test
  void timeScaleWithoutMatchingOpiIsRefused() {
    assertThatExceptionOfType(RunnerException.class)
        .isThrownBy(
            () -> run(options("SessionPoolBenchmark.steadyIncrease").param("timeScale", "7")))
        .satisfies(
            thrown ->
                assertThat(deepest(thrown))
                    .isEqualTo(
                        "timeScale=7 needs -opi 7, by which JMH divides the time that was"
                            + " stretched; it is 4"));
  }

  private static String deepest(Throwable thrown) {
    Throwable deepest = thrown;
    while (deepest.getCause() != null || deepest.getSuppressed().length > 0) {
      deepest =
          deepest.getCause() != null
              ? Objects.requireNonNull(deepest.getCause())
              : deepest.getSuppressed()[0];
    }
    return String.valueOf(deepest.getMessage());
  }

  @Test
  void oneParameterSetsAPoolOfAnyStrategy() throws Exception {
    RunResult result =
        run(
            options("GrowthStrategyBenchmark.burstReadByStrategy")
                .param("strategy", "fixed-step:incStep:50;operations:8;concurrency:4")
                .addProfiler(InvocationMetricsProfiler.class));
    assertThat(result.getParams().getParamsKeys()).containsExactly("strategy");
    assertThat(metric(result, "failedCallers")).isZero();
    assertThatExceptionOfType(RunnerException.class)
        .isThrownBy(
            () ->
                run(
                    options("GrowthStrategyBenchmark.burstReadByStrategy")
                        .param("strategy", "fixed-step;incStep")))
        .satisfies(
            thrown ->
                assertThat(deepest(thrown))
                    .isEqualTo(
                        "strategy: 'incStep' must be a parameter with its value, as in"
                            + " fixed-step;incStep:25"));
  }

  @Test
  void parameterOfOneBenchmarkReachesIt() throws RunnerException {
    RunResult result =
        run(
            options("FaultBenchmark.burst")
                .param("scenario", "none")
                .param("operations", "8")
                .param("concurrency", "4")
                .param("creationTimeoutMillis", "321")
                .addProfiler(InvocationMetricsProfiler.class));
    assertThat(result.getParams().getParam("creationTimeoutMillis")).isEqualTo("321");
    assertThat(metric(result, "applicationErrors")).isZero();
    assertThatExceptionOfType(RunnerException.class)
        .isThrownBy(
            () ->
                run(
                    options("FaultBenchmark.burst")
                        .param("scenario", "none")
                        .param("creationTimeoutMillis", "0")))
        .satisfies(
            thrown ->
                assertThat(deepest(thrown))
                    .isEqualTo("creationTimeoutMillis=0: must be a whole number from 1 to 60000"));
  }

  @Test
  void runWithoutTheProfilerNamesIt() {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      InvocationMetricsProfiler.Listening listening = new InvocationMetricsProfiler.Listening();
      listening.check();
      listening.check();
      listening.hear();
      listening.check();
    } finally {
      System.setOut(out);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8).strip().lines())
        .singleElement()
        .asString()
        .contains("-prof dev.sessionbench.InvocationMetricsProfiler");
  }
}
