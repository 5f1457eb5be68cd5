package dev.sessionbench;

import dev.sessionbench.bench.run.BenchmarkSupport;
import dev.sessionbench.mock.profile.ProfileParameter;
import java.util.Map;
import java.util.Optional;

/** Refuses cells whose parameters {@link ExhaustionBenchmark} cannot run. */
public final class ExhaustionSupport implements BenchmarkSupport {
  private static final String BENCHMARK = ExhaustionBenchmark.class.getName() + ".";

  /** For the service loader. */
  public ExhaustionSupport() {}

  @Override
  public String benchmarks() {
    return BENCHMARK;
  }

  @Override
  public void check(String benchmark, Map<String, String> params) {
    var unused = ExhaustionState.plan(params);
    var unusedRounds = ExhaustionState.rounds(params);
  }

  @Override
  public Optional<ProfileParameter> profile() {
    return Optional.of(ExhaustionState.PROFILE);
  }
}
