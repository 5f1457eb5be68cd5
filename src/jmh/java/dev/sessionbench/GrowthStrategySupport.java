package dev.sessionbench;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.bench.run.BenchmarkSupport;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.simulate.LabCell;
import dev.sessionbench.lab.simulate.MeasuredCell;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** Refuses cells whose parameters {@link GrowthStrategyBenchmark} cannot run. */
public final class GrowthStrategySupport implements BenchmarkSupport {
  private static final String CLASS = GrowthStrategyBenchmark.class.getSimpleName();
  private static final String BENCHMARK = GrowthStrategyBenchmark.class.getName() + ".";

  /** The suffix that JMH's names of the benchmarks add to those of their loads. */
  private static final String SUFFIX = "ByStrategy";

  private static final String BETWEEN = ";";

  /** Parameters of the main benchmark only. */
  private static final Set<String> OF_THE_CLIENT =
      Set.of(TrialParameters.CLIENT.name(), TrialParameters.WRITE_FRACTION.name());

  private static final Set<String> IN_VIRTUAL_TIME_ALONE = Set.of("rampMillis", "clients");

  /** Defaults that differ from the load's: bursts that come every 15 minutes take too long. */
  private static final Map<String, List<String>> OTHERWISE =
      Map.of("burstPeriodMillis", List.of("2000"));

  private final ServerReach reach = new ServerReach();

  /** For the service loader. */
  public GrowthStrategySupport() {}

  @Override
  public String benchmarks() {
    return BENCHMARK;
  }

  /**
   * Its loads share their names with other benchmarks, which are meant unless the user names a
   * strategy. A described load needs a file.
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
    reach.check(MeasuredCell.read(load(benchmark), complete(params)).cell().options());
  }

  @Override
  public Set<String> unlessDefault() {
    return TrialParameters.UNLESS_DEFAULT;
  }

  @Override
  public Map<String, String> recorded(String benchmark, Map<String, String> params) {
    boolean ofJmhItself = benchmark.endsWith(SUFFIX);
    return MeasuredCell.recorded(
        load(benchmark), ofJmhItself ? complete(params) : expanded(params));
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
        MeasuredCell.read(load(benchmark), complete(params)).guessMillis(warmups, measured));
  }

  /** The name of a benchmark's load, from its name for users or from JMH's. */
  static String load(String benchmark) {
    return name(benchmark).substring(BENCHMARK.length());
  }

  private static String name(String benchmark) {
    return benchmark.endsWith(SUFFIX)
        ? benchmark.substring(0, benchmark.length() - SUFFIX.length())
        : benchmark;
  }

  @Override
  public String userName(String benchmark) {
    return name(benchmark);
  }

  @Override
  public String jmhName(String benchmark) {
    return name(benchmark) + SUFFIX;
  }

  @Override
  public Map<String, List<String>> declared(BenchmarkListEntry entry) {
    Map<String, List<String>> declared = BenchmarkSupport.super.declared(entry);
    TrialParameters.ALL.all().stream()
        .filter(parameter -> !OF_THE_CLIENT.contains(parameter.name()))
        .forEach(p -> declared.put(p.name(), List.of(p.standardText())));
    MeasuredCell.parameters().forEach(name -> declared.put(name, List.of(LabCell.STANDARD)));
    LabCell.OWN.names().forEach(name -> declared.put(name, List.of(LabCell.STANDARD)));
    declared.put(LabCell.SHRINK, List.of(LabCell.STANDARD));
    declared.putAll(OTHERWISE);
    declared.keySet().removeAll(IN_VIRTUAL_TIME_ALONE);
    declared.put(
        TrialParameters.TIME_SCALE.name(),
        List.of("" + entry.getOperationsPerInvocation().orElse(1)));
    return declared;
  }

  @Override
  public Map<String, String> forJmh(String benchmark, Map<String, String> params) {
    Map<String, String> others = new TreeMap<>(params);
    others.keySet().removeAll(FileParameters.CONTENTS);
    String strategy = Objects.requireNonNullElse(others.remove(LabCell.STRATEGY), LabCell.CLIENT);
    return Map.of(
        LabCell.STRATEGY,
        others.entrySet().stream()
            .map(other -> BETWEEN + other.getKey() + ":" + other.getValue())
            .collect(Collectors.joining("", strategy, "")));
  }

  /** The parameters of a run, with the defaults that differ from its load's. */
  static Map<String, String> complete(Map<String, String> params) {
    Map<String, String> complete = expanded(params);
    OTHERWISE.forEach((name, values) -> complete.putIfAbsent(name, values.get(0)));
    return complete;
  }

  /** The parameters that JMH's one parameter stands for. */
  private static Map<String, String> expanded(Map<String, String> params) {
    List<String> given =
        List.of(params.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT).split(BETWEEN, -1));
    Map<String, String> expanded = new TreeMap<>(params);
    expanded.put(LabCell.STRATEGY, given.get(0));
    for (String word : given.subList(1, given.size())) {
      int colon = word.indexOf(':');
      if (colon < 0) {
        throw new BadInput(
            "%s: '%s' must be a parameter with its value, as in fixed-step;%s:25"
                .formatted(LabCell.STRATEGY, word, TrialParameters.INC_STEP.name()));
      }
      expanded.put(word.substring(0, colon), word.substring(colon + 1));
    }
    return expanded;
  }
}
