package dev.sessionbench;

import dev.sessionbench.lab.LabCell;
import dev.sessionbench.lab.MeasuredCell;
import dev.sessionbench.run.plan.BenchmarkSupport;
import dev.sessionbench.trial.TrialParameters;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Refuses cells whose parameters are no run that {@link GrowthStrategyBenchmark} can make. */
public final class GrowthStrategySupport implements BenchmarkSupport {
  private static final String CLASS = GrowthStrategyBenchmark.class.getSimpleName();
  private static final String BENCHMARK = GrowthStrategyBenchmark.class.getName() + ".";

  private final ServerReach reach = new ServerReach();

  /** For the service loader. */
  public GrowthStrategySupport() {}

  @Override
  public boolean covers(String benchmark) {
    return benchmark.startsWith(BENCHMARK);
  }

  /** Its loads have the names of others' benchmarks, which are meant unless a rule is named. */
  @Override
  public boolean isMeant(Collection<String> patterns, Set<String> parameters, boolean alone) {
    return alone
        || parameters.contains(LabCell.STRATEGY)
        || patterns.stream().anyMatch(pattern -> pattern.contains(CLASS));
  }

  @Override
  public void check(String benchmark, Map<String, String> params) {
    reach.check(MeasuredCell.read(load(benchmark), params).cell().options());
  }

  @Override
  public Map<String, String> identity(String benchmark, Map<String, String> params) {
    return MeasuredCell.identity(load(benchmark), TrialParameters.identity(params));
  }

  @Override
  public Map<String, String> files(Map<String, String> params) {
    return TrialParameters.PROFILE.files(params);
  }

  @Override
  public OptionalDouble guessMillis(String benchmark, Map<String, String> params) {
    return OptionalDouble.of(MeasuredCell.read(load(benchmark), params).guessMillis());
  }

  private static String load(String benchmark) {
    return benchmark.substring(BENCHMARK.length());
  }
}
