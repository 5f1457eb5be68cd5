package dev.sessionbench;

import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.results.Params;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.run.BenchmarkSupport;
import dev.sessionbench.bench.trial.MeasuredClient;
import dev.sessionbench.bench.trial.TrialOptions;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.simulate.LabCell;
import dev.sessionbench.mock.profile.ProfileParameter;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Refuses cells whose parameters {@link SessionPoolBenchmark} or {@link SessionLoopBenchmark}
 * cannot run.
 */
public final class SessionPoolSupport implements BenchmarkSupport {
  private static final String BENCHMARKS = "dev.sessionbench.Session";

  private final ServerReach reach = new ServerReach();

  /** For the service loader. */
  public SessionPoolSupport() {}

  @Override
  public String benchmarks() {
    return BENCHMARKS;
  }

  @Override
  public void check(String benchmark, Map<String, String> params) {
    Optional<TrialOptions> options = options(benchmark, params);
    // Fetches and builds the client now, so that a fork finds it ready and errors show before any
    // run.
    options.map(TrialOptions::client).ifPresent(MeasuredClient::check);
    options.ifPresent(reach::check);
  }

  @Override
  public boolean isMeant(
      String benchmark, Collection<String> patterns, Set<String> parameters, boolean alone) {
    return !parameters.contains(LabCell.STRATEGY);
  }

  @Override
  public Set<String> unlessDefault() {
    return TrialParameters.UNLESS_DEFAULT;
  }

  @Override
  public Map<String, String> recorded(String benchmark, Map<String, String> params) {
    return TrialParameters.recorded(benchmark.substring(benchmark.lastIndexOf('.') + 1), params);
  }

  @Override
  public Map<String, String> forJmh(String benchmark, Map<String, String> params) {
    Parameter<Integer> step = TrialParameters.INC_STEP;
    return Params.with(Map.of(step.name(), step.standardText()), params);
  }

  @Override
  public String libraries(String benchmark, Map<String, String> params) {
    return options(benchmark, params)
        .map(TrialOptions::client)
        .map(MeasuredClient::libraries)
        .orElse("");
  }

  @Override
  public Optional<ProfileParameter> profile() {
    return Optional.of(TrialParameters.PROFILE);
  }

  @Override
  public OptionalDouble guessMillis(
      String benchmark, Map<String, String> params, int warmups, int measured) {
    return options(benchmark, params)
        .map(trial -> OptionalDouble.of(trial.guessMillis(warmups, measured)))
        .orElse(OptionalDouble.empty());
  }

  private static Optional<TrialOptions> options(String benchmark, Map<String, String> params) {
    return Arrays.stream(Workload.values())
        .filter(workload -> benchmark.endsWith("." + workload.benchmarkName()))
        .findFirst()
        .map(workload -> TrialParameters.read(workload, params));
  }
}
