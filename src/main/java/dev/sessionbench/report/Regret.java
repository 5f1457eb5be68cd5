package dev.sessionbench.report;

import dev.sessionbench.base.results.CellKey;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * By how much each value of a parameter costs a load more than the least that any costs it: the
 * ratio of their weights. Where a rule that knows the load beforehand is among them, that least is
 * its weight. Of several results at one place the one that weighs least stands there.
 *
 * @param parameter the parameter, a rule's name for example
 * @param values its values: numbers by size, words by their mean regret, the least first
 * @param loads what each value is weighed on, by benchmark
 */
public record Regret(String parameter, List<String> values, List<Load> loads) {
  /** The secondary metric that is compared: what a run costs, in units of its load. */
  public static final String WEIGHT = "weight";

  private static final String FAILED = "failedCallers";

  /** From here on a mean takes one regret as large as another. */
  private static final double ENOUGH = 1_000;

  private static final double GREAT = 9.95;
  private static final double BEYOND = 999.5;

  /**
   * A load, with what it is served by.
   *
   * @param title the benchmark, and the parameters that tell it from other loads
   * @param results the best result for each value that has one
   */
  public record Load(String title, Map<String, CellResult> results) {
    private double least() {
      return results.values().stream()
          .mapToDouble(this::weight)
          .min()
          .orElse(Double.POSITIVE_INFINITY);
    }

    /** Who refuses more callers than another must weighs more than any number. */
    private double weight(CellResult result) {
      double fewest = results.values().stream().mapToDouble(r -> figure(r, FAILED)).min().orElse(0);
      return figure(result, FAILED) > fewest ? Double.POSITIVE_INFINITY : figure(result, WEIGHT);
    }

    private List<String> best(List<String> values) {
      return values.stream().filter(value -> of(value).orElse(2) <= 1).toList();
    }

    /**
     * The ratio to the least.
     *
     * @param value a value of the parameter
     * @return at least 1, infinite for one that refuses more callers than another; nothing where
     *     nothing was weighed
     */
    public OptionalDouble of(String value) {
      CellResult result = results.get(value);
      return result == null ? OptionalDouble.empty() : OptionalDouble.of(weight(result) / least());
    }
  }

  /**
   * The regret of some results.
   *
   * @param results those without a weight are left out
   * @param parameter the parameter
   * @return nothing where fewer than two values of it were weighed
   */
  public static Optional<Regret> of(Collection<CellResult> results, String parameter) {
    Map<String, List<CellResult>> benchmarks =
        results.stream()
            .filter(r -> r.metric(WEIGHT).isPresent())
            .filter(r -> r.key().params().containsKey(parameter))
            .collect(
                Collectors.groupingBy(CellResult::benchmark, TreeMap::new, Collectors.toList()));
    Map<CellKey, Map<String, CellResult>> places = new LinkedHashMap<>();
    for (List<CellResult> group : benchmarks.values()) {
      Set<String> telling = ofTheLoad(group);
      telling.remove(parameter);
      for (CellResult result : group) {
        Set<String> others = new TreeSet<>(result.key().params().keySet());
        others.removeAll(telling);
        places
            .computeIfAbsent(result.key().without(others), load -> new TreeMap<>())
            .merge(result.key().params().get(parameter), result, Regret::better);
      }
    }
    List<String> differing = ParameterValues.of(places.keySet()).varying();
    List<Load> loads = new ArrayList<>();
    places.forEach((key, best) -> loads.add(new Load(title(key, differing), best)));
    List<String> values =
        loads.stream().flatMap(load -> load.results.keySet().stream()).distinct().toList();
    return values.size() < 2
        ? Optional.empty()
        : Optional.of(new Regret(parameter, sorted(values, loads), loads));
  }

  /** Which value regrets least over all loads, and which on each. */
  public String summary() {
    Optional<String> everywhere =
        values.stream()
            .filter(value -> loads.stream().allMatch(load -> load.results.containsKey(value)))
            .min(Comparator.comparingDouble(value -> mean(value, loads)));
    String each =
        loads.stream()
            .map(load -> load.title + " " + String.join(" or ", load.best(values)))
            .collect(Collectors.joining("; "));
    String overAll =
        everywhere
            .filter(value -> loads.size() > 1)
            .map(
                value ->
                    String.format(
                        Locale.ROOT,
                        "Over these %d loads %s regrets least: %.1f times the least (geometric"
                            + " mean). ",
                        loads.size(),
                        value,
                        Math.exp(mean(value, loads))))
            .orElse("");
    return overAll + "The least cost on each: " + each + ".";
  }

  /**
   * The parameters that tell what rules are weighed on: those that all have, and those that some
   * have for no reason in the others. One that comes with a value of another is a rule's own.
   */
  private static Set<String> ofTheLoad(List<CellResult> group) {
    Set<String> shared = new TreeSet<>(group.get(0).key().params().keySet());
    Set<String> some = new TreeSet<>();
    for (CellResult result : group) {
      shared.retainAll(result.key().params().keySet());
      some.addAll(result.key().params().keySet());
    }
    Set<String> telling = new TreeSet<>(shared);
    some.stream()
        .filter(name -> shared.stream().noneMatch(other -> comesWith(group, name, other)))
        .forEach(telling::add);
    return telling;
  }

  /** Whether the values of a parameter that all have decide who has another. */
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

  private static CellResult better(CellResult one, CellResult other) {
    Comparator<CellResult> order =
        Comparator.comparingDouble((CellResult r) -> figure(r, FAILED))
            .thenComparingDouble(r -> figure(r, WEIGHT));
    return order.compare(one, other) <= 0 ? one : other;
  }

  private static List<String> sorted(List<String> values, List<Load> loads) {
    boolean words = values.stream().anyMatch(value -> NumbersFirst.number(value).isEmpty());
    return values.stream()
        .sorted(
            words
                ? Comparator.comparingDouble((String value) -> mean(value, loads))
                    .thenComparing(Comparator.naturalOrder())
                : NumbersFirst.ORDER)
        .toList();
  }

  private static double mean(String value, List<Load> loads) {
    return loads.stream()
        .flatMapToDouble(load -> load.of(value).stream())
        .map(regret -> Math.log(Math.min(regret, ENOUGH)))
        .average()
        .orElse(0);
  }

  private static String title(CellKey key, List<String> differing) {
    return differing.stream()
        .filter(key.params()::containsKey)
        .map(name -> ", " + name + " " + key.params().get(name))
        .collect(Collectors.joining("", key.method(), ""));
  }

  private static double figure(CellResult result, String metric) {
    double figure = ResultTables.secondary(result, metric).median();
    return Double.isNaN(figure) ? 0 : figure;
  }

  /** What a run has cost, in the figures that are weighed and some beside them. */
  public static List<Column<CellResult>> columns() {
    return List.of(
        metric("RPCs", ResultTables.RPCS_METRIC),
        metric("overshoot", "overshoot"),
        metric("wait p99 (ms)", "acquireWaitP99"),
        metric("idle (s)", "idleSessionSeconds"),
        metric("refused", "failedCallers"));
  }

  private static Column<CellResult> metric(String heading, String name) {
    return Column.of(
        heading, result -> Numbers.label(ResultTables.secondary(result, name).median()));
  }

  /** A regret in three signs or fewer: 1.5, 12, and a sign for what refuses callers. */
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
