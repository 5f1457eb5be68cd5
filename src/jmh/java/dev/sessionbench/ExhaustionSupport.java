package dev.sessionbench;

import dev.sessionbench.bench.run.BenchmarkSupport;
import java.util.Map;

/** Refuses cells whose parameters are no run that {@link ExhaustionBenchmark} can make. */
public final class ExhaustionSupport implements BenchmarkSupport {
  private static final String BENCHMARK = ExhaustionBenchmark.class.getName() + ".";

  /** For the service loader. */
  public ExhaustionSupport() {}

  @Override
  public boolean covers(String benchmark) {
    return benchmark.startsWith(BENCHMARK);
  }

  @Override
  public void check(String benchmark, Map<String, String> params) {
    var unused = ExhaustionState.plan(params);
    var unusedRounds = ExhaustionState.rounds(params);
  }

  @Override
  public Map<String, String> told(String benchmark, Map<String, String> params) {
    return ExhaustionState.PROFILE.told(params);
  }

  @Override
  public Map<String, String> files(Map<String, String> params) {
    return ExhaustionState.PROFILE.files(params);
  }
}
