package dev.sessionbench;

import dev.sessionbench.bench.run.BenchmarkSupport;
import dev.sessionbench.bench.trial.ChannelLoad;
import dev.sessionbench.bench.trial.ChannelLoad.Shape;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.mock.profile.ProfileParameter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Refuses cells whose parameters {@link ChannelBenchmark} cannot run. */
public final class ChannelSupport implements BenchmarkSupport {
  private static final String BENCHMARK = ChannelBenchmark.class.getName() + ".";

  /** For the service loader. */
  public ChannelSupport() {}

  @Override
  public String benchmarks() {
    return BENCHMARK;
  }

  @Override
  public Optional<ProfileParameter> profile() {
    return Optional.of(TrialParameters.PROFILE);
  }

  @Override
  public void check(String benchmark, Map<String, String> params) {
    // Fetches and builds the client now, so that a fork finds it ready and errors show before any
    // run.
    ChannelLoad.read(Shape.of(benchmark), params).client().check();
  }

  @Override
  public Set<String> unlessDefault() {
    return Set.of(TrialParameters.PROFILE_NAME.name());
  }

  @Override
  public Map<String, String> recorded(String benchmark, Map<String, String> params) {
    return ChannelLoad.recorded(Shape.of(benchmark), params);
  }

  @Override
  public String libraries(String benchmark, Map<String, String> params) {
    return ChannelLoad.read(Shape.of(benchmark), params).client().libraries();
  }
}
