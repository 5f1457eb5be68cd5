package dev.sessionbench;

import dev.sessionbench.bench.run.BenchmarkSupport;
import dev.sessionbench.bench.trial.FaultOptions;
import dev.sessionbench.bench.trial.TrialParameters;
import java.util.Map;

/** Refuses cells whose parameters are no run that {@link FaultBenchmark} can make. */
public final class FaultSupport implements BenchmarkSupport {
  private static final String BENCHMARK = FaultBenchmark.class.getName() + ".";

  /** For the service loader. */
  public FaultSupport() {}

  @Override
  public boolean covers(String benchmark) {
    return benchmark.startsWith(BENCHMARK);
  }

  @Override
  public void check(String benchmark, Map<String, String> params) {
    FaultOptions.read(params);
  }

  @Override
  public Map<String, String> told(String benchmark, Map<String, String> params) {
    return TrialParameters.PROFILE.told(params);
  }

  @Override
  public Map<String, String> files(Map<String, String> params) {
    return TrialParameters.PROFILE.files(params);
  }
}
