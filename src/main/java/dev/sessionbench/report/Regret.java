package dev.sessionbench.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Shows by how much each value of a parameter costs a load more than the cheapest value. Regret is
 * the ratio of their weights. Of several results at one place, the one with the least weight
 * counts.
 *
 * @param parameter the parameter, for example the strategy
 * @param values its values: numbers by size; text by its mean regret, the least first
 * @param loads the loads on which the values are weighed, by benchmark
 */
public record Regret(String parameter, List<String> values, List<Load> loads) {
  /** The compared secondary metric: what a run costs, in units of its load. */
  public static final String WEIGHT = "weight";

  private static final String FAILED = RunMetric.FAILED_CALLERS.key();

  /** Larger regrets count as this in a mean. */
  private static final double ENOUGH = 1_000;

  /** Smaller weights count as this, because a ratio of two tiny weights means nothing. */
  private static final double SMALLEST = 0.25;

  private static final double GREAT = 9.95;
  private static final double BEYOND = 999.5;

  /**
   * A load, with the values that serve it.
   *
   * @param title the benchmark, and the parameters that distinguish this load from others
   * @param results the best result for each value that has a result
   */
  public record Load(String title, Map<String, CellResult> results) {
    /** A result that refuses more callers than another weighs infinitely much. */
    private double weight(CellResult result) {
      double fewest = results.values().stream().mapToDouble(Regret::failed).min().orElse(0);
      return failed(result) > fewest
          ? Double.POSITIVE_INFINITY
          : Math.max(SMALLEST, metric(result, WEIGHT));
    }

    /** The values that cost this load least. */
    public List<String> best(List<String> values) {
      return values.stream().filter(value -> of(value).orElse(2) <= 1).toList();
    }

    /**
     * The ratio to the least weight.
     *
     * @param value a value of the parameter
     * @return at least 1, infinite for a value that refuses more callers than another; empty if
     *     nothing was weighed
     */
    public OptionalDouble of(String value) {
      CellResult result = results.get(value);
      double least = results.values().stream().mapToDouble(this::weight).min().orElse(Double.NaN);
      return result == null ? OptionalDouble.empty() : OptionalDouble.of(weight(result) / least);
    }
  }

  /**
   * The regret of some results.
   *
   * @param results the results; those without a weight are left out
   * @param parameter the parameter
   * @return empty if fewer than two values of the parameter were weighed
   */
  public static Optional<Regret> of(Collection<CellResult> results, String parameter) {
    Map<String, List<CellResult>> benchmarks =
        results.stream()
            .filter(r -> r.metric(WEIGHT).isPresent())
            .filter(r -> r.key().params().containsKey(parameter))
            .collect(groupingBy(CellResult::benchmark, TreeMap::new, toList()));
    Comparator<CellResult> order =
        Comparator.comparingDouble(Regret::failed).thenComparingDouble(r -> metric(r, WEIGHT));
    Map<Cell, Map<String, CellResult>> places = new LinkedHashMap<>();
    for (List<CellResult> group : benchmarks.values()) {
      Set<String> others = ofTheValue(group);
      others.add(parameter);
      for (CellResult result : group) {
        places
            .computeIfAbsent(result.key().without(others), load -> new TreeMap<>())
            .merge(result.key().params().get(parameter), result, BinaryOperator.minBy(order));
      }
    }
    List<String> differing = ParameterValues.of(places.keySet()).varying();
    List<Load> loads = new ArrayList<>();
    places.forEach((key, best) -> loads.add(new Load(ParameterValues.label(key, differing), best)));
    Set<String> values = new LinkedHashSet<>();
    loads.forEach(load -> values.addAll(load.results.keySet()));
    return values.size() < 2
        ? Optional.empty()
        : Optional.of(new Regret(parameter, sorted(values, loads), loads));
  }

  /** The value with the least mean regret over all loads, and the best on each load. */
  public String summary() {
    String each =
        loads.stream()
            .map(load -> load.title + " " + String.join(" or ", load.best(values)))
            .collect(Collectors.joining("; "));
    String overAll =
        values.stream()
            .filter(value -> loads.size() > 1)
            .filter(value -> loads.stream().allMatch(load -> load.results.containsKey(value)))
            .min(Comparator.comparingDouble(value -> mean(value, loads)))
            .map(
                value ->
                    "Over these %s loads %s regrets least: %s times the least (geometric mean). "
                        .formatted(
                            loads.size(), value, Numbers.oneDecimal(Math.exp(mean(value, loads)))))
            .orElse("");
    return overAll + "The least cost on each: " + each + ".";
  }

  /**
   * The parameters that belong to the compared value, not to the load. Only some results have them,
   * and the value of another parameter decides which.
   */
  private static Set<String> ofTheValue(List<CellResult> group) {
    Set<String> shared = new TreeSet<>(group.get(0).key().params().keySet());
    Set<String> some = new TreeSet<>();
    for (CellResult result : group) {
      shared.retainAll(result.key().params().keySet());
      some.addAll(result.key().params().keySet());
    }
    some.removeAll(shared);
    some.removeIf(name -> shared.stream().noneMatch(other -> comesWith(group, name, other)));
    return some;
  }

  /** Whether the values of a shared parameter decide which results have another parameter. */
  private static boolean comesWith(List<CellResult> group, String name, String other) {
    Map<String, Boolean> has = new TreeMap<>();
    return group.stream()
        .map(result -> result.key().params())
        .allMatch(
            params -> {
              boolean here = params.containsKey(name);
              return has.computeIfAbsent(params.getOrDefault(other, ""), value -> here) == here;
            });
  }

  private static List<String> sorted(Set<String> values, List<Load> loads) {
    boolean words = values.stream().anyMatch(value -> NumbersFirst.number(value).isEmpty());
    Comparator<String> byMean = Comparator.comparingDouble(value -> mean(value, loads));
    return values.stream()
        .sorted(words ? byMean.thenComparing(Comparator.naturalOrder()) : NumbersFirst.ORDER)
        .toList();
  }

  private static double mean(String value, List<Load> loads) {
    return loads.stream()
        .flatMapToDouble(load -> load.of(value).stream())
        .map(regret -> Math.log(Math.min(regret, ENOUGH)))
        .average()
        .orElse(0);
  }

  private static double failed(CellResult result) {
    return metric(result, FAILED);
  }

  private static double metric(CellResult result, String name) {
    double median = ResultTables.median(result, name);
    return Double.isNaN(median) ? 0 : median;
  }

  /** The costs of a run: the weighed metrics and some others. */
  public static List<Column<CellResult>> columns() {
    return List.of(
        column("RPCs", ResultTables.RPCS_METRIC),
        column(RunMetric.OVERSHOOT.key(), RunMetric.OVERSHOOT.key()),
        column("wait p99 (ms)", RunMetric.WAIT_P99.key()),
        column("idle (s)", RunMetric.IDLE_SECONDS.key()),
        column("refused", FAILED));
  }

  private static Column<CellResult> column(String heading, String metric) {
    return Column.of(heading, result -> Numbers.label(ResultTables.median(result, metric)));
  }

  /** A regret in at most three characters, such as 1.5 or 12; infinity if callers were refused. */
  public static String words(OptionalDouble regret) {
    if (regret.isEmpty()) {
      return "–";
    }
    double value = regret.getAsDouble();
    if (Double.isInfinite(value)) {
      return "∞";
    }
    if (value >= BEYOND) {
      return Math.min(99, Math.round(value / 1_000)) + "k";
    }
    return value < GREAT ? Numbers.oneDecimal(value) : Long.toString(Math.round(value));
  }
}
