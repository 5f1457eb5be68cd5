package dev.sessionbench;

import dev.sessionbench.bench.run.BenchmarkSupport;
import dev.sessionbench.bench.trial.FaultOptions;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.mock.profile.ProfileParameter;
import java.util.Map;
import java.util.Optional;

/** Refuses cells whose parameters {@link FaultBenchmark} cannot run. */
public final class FaultSupport implements BenchmarkSupport {
  private static final String BENCHMARK = FaultBenchmark.class.getName() + ".";

  /** For the service loader. */
  public FaultSupport() {}

  @Override
  public String benchmarks() {
    return BENCHMARK;
  }

  @Override
  public void check(String benchmark, Map<String, String> params) {
    FaultOptions.read(params);
  }

  @Override
  public Optional<ProfileParameter> profile() {
    return Optional.of(TrialParameters.PROFILE);
  }
}
