package dev.sessionbench;

import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.bench.run.BenchmarkSupport;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.simulate.LabCell;
import dev.sessionbench.lab.simulate.MeasuredCell;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

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

  /**
   * Its loads have the names of others' benchmarks, which are meant unless a rule is named; and a
   * described load needs a file.
   */
  @Override
  public boolean isMeant(
      String benchmark, Collection<String> patterns, Set<String> parameters, boolean alone) {
    if (load(benchmark).equals(LabCell.DESCRIBED)) {
      return parameters.contains(FileParameters.LOAD)
          || patterns.stream().anyMatch(pattern -> pattern.contains(LabCell.DESCRIBED));
    }
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
    String load = load(benchmark);
    Map<String, String> chosen = new TreeMap<>(params);
    chosen.values().removeIf(LabCell.STANDARD::equals);
    return MeasuredCell.identity(load, TrialParameters.identity(load, chosen));
  }

  @Override
  public Set<String> ofSome(String benchmark, Map<String, String> params) {
    return MeasuredCell.taken(load(benchmark), params);
  }

  @Override
  public Map<String, String> files(Map<String, String> params) {
    Map<String, String> files = new TreeMap<>(TrialParameters.PROFILE.files(params));
    Optional.ofNullable(params.get(FileParameters.LOAD))
        .map(LoadFile::kept)
        .ifPresent(files::putAll);
    return files;
  }

  @Override
  public OptionalDouble guessMillis(
      String benchmark, Map<String, String> params, int warmups, int measured) {
    return OptionalDouble.of(
        MeasuredCell.read(load(benchmark), params).guessMillis(warmups, measured));
  }

  private static String load(String benchmark) {
    return benchmark.substring(BENCHMARK.length());
  }
}
