package dev.sessionbench.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.bench.trial.TrialParameters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Shows how much more a load costs with each value of a parameter than with the cheapest value. The
 * cheapest is taken from the values that are not bounds. Of several results at one place, the
 * cheapest counts.
 *
 * @param parameter the parameter, for example the strategy
 * @param unit what is counted
 * @param costModel the cost model of all loads; empty if the results do not name one
 * @param values its values except bounds: numbers by size; text by its median rank over the loads
 * @param bounds its values that are compared without being a reference, in the same order
 * @param loads the loads, by benchmark
 */
public record Regret(
    String parameter,
    Unit unit,
    String costModel,
    List<String> values,
    List<String> bounds,
    List<Load> loads) {
  private static final String COST_MODEL = TrialParameters.COST_MODEL.name();

  /** Parameters that do not change a load, as virtual time is not stretched. */
  private static final Set<String> NOT_OF_THE_LOAD =
      Set.of(ParameterValues.FILE, TrialParameters.TIME_SCALE.name());

  private static final double LEAST_SHOWN = 0.05;
  private static final double LEAST_NEGATIVE = 0.5;
  private static final double GREAT = 9.95;
  private static final double BEYOND = 999.5;

  /** A cost of a load, for each of its operations. */
  public enum Unit {
    WAIT("Wait over the best, ms per operation", result -> metric(result, RunMetric.WAIT_MEAN)),
    IDLE(
        "Idle over the best, ms per operation",
        result -> 1_000 * metric(result, RunMetric.IDLE_SECONDS) / operations(result)),
    RPCS(
        "RPCs over the best per 100 operations",
        result -> 100 * metric(result, RunMetric.RPCS) / operations(result));

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // It has no state.
    private final ToDoubleFunction<CellResult> each;

    Unit(String title, ToDoubleFunction<CellResult> each) {
      this.title = title;
      this.each = each;
    }

    private static double operations(CellResult result) {
      return metric(result, RunMetric.ACQUIRED) + failed(result);
    }
  }

  /**
   * What is compared.
   *
   * @param unit what is counted
   * @param bounds values that are no reference
   * @param measured the value that a measured result stands for; empty if it stands for none
   */
  public record Terms(
      Unit unit, Set<String> bounds, Function<CellResult, Optional<String>> measured) {}

  /**
   * A load, and what each value costs.
   *
   * @param title the benchmark, and the parameters that distinguish this load from others
   * @param regrets the cost of each value beyond the cheapest that is no bound; infinite if more
   *     callers are refused than with another
   * @param measured the real pools that were measured on this load, by the value that they have
   */
  public record Load(String title, Map<String, Double> regrets, Map<String, String> measured) {
    /** The values that cost this load least. */
    public List<String> best(List<String> values) {
      return values.stream().filter(value -> of(value) <= 0).toList();
    }

    /** The regret of a value; NaN if it was not played. */
    public double of(String value) {
      return regrets.getOrDefault(value, Double.NaN);
    }

    private double rank(String value, Collection<String> ranked) {
      return (double) ranked.stream().filter(other -> of(other) < of(value)).count();
    }
  }

  /**
   * The regret of the results of virtual time among some results.
   *
   * @param results the results
   * @param parameter the parameter
   * @param terms what is compared
   * @return one for each cost model with at least two values
   */
  public static List<Regret> of(Collection<CellResult> results, String parameter, Terms terms) {
    Map<String, List<CellResult>> models =
        results.stream()
            .filter(CellResult::isSimulated)
            .filter(r -> Double.isFinite(terms.unit.each.applyAsDouble(r)))
            .filter(r -> r.key().params().containsKey(parameter))
            .collect(
                groupingBy(
                    r -> r.key().params().getOrDefault(COST_MODEL, ""),
                    LinkedHashMap::new,
                    toList()));
    List<CellResult> real = results.stream().filter(r -> !r.isSimulated()).toList();
    return models.entrySet().stream()
        .map(model -> of(model.getKey(), model.getValue(), real, parameter, terms))
        .filter(regret -> regret.values.size() + regret.bounds.size() > 1)
        .toList();
  }

  private static Regret of(
      String costModel,
      List<CellResult> results,
      List<CellResult> real,
      String parameter,
      Terms terms) {
    Comparator<CellResult> order =
        Comparator.comparingDouble(Regret::failed).thenComparingDouble(terms.unit.each);
    Map<Cell, Map<String, CellResult>> places = new LinkedHashMap<>();
    for (List<CellResult> group :
        results.stream()
            .collect(groupingBy(CellResult::benchmark, TreeMap::new, toList()))
            .values()) {
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
    places.forEach(
        (key, best) ->
            loads.add(
                new Load(
                    ParameterValues.label(key, differing),
                    regrets(best, terms),
                    measured(key, real, parameter, terms))));
    Set<String> all = new LinkedHashSet<>();
    loads.forEach(load -> all.addAll(load.regrets.keySet()));
    List<String> ranked = all.stream().filter(value -> !terms.bounds.contains(value)).toList();
    List<String> sorted = sorted(all, ranked, loads);
    return new Regret(
        parameter,
        terms.unit,
        costModel,
        sorted.stream().filter(ranked::contains).toList(),
        sorted.stream().filter(terms.bounds::contains).toList(),
        loads);
  }

  private static Map<String, Double> regrets(Map<String, CellResult> best, Terms terms) {
    List<CellResult> compared =
        best.entrySet().stream()
            .filter(each -> !terms.bounds.contains(each.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    double fewest = compared.stream().mapToDouble(Regret::failed).min().orElse(Double.NaN);
    double least =
        compared.stream()
            .filter(result -> failed(result) <= fewest)
            .mapToDouble(terms.unit.each)
            .min()
            .orElse(Double.NaN);
    Map<String, Double> regrets = new TreeMap<>();
    best.forEach(
        (value, result) ->
            regrets.put(
                value,
                failed(result) > fewest
                    ? Double.POSITIVE_INFINITY
                    : terms.unit.each.applyAsDouble(result) - least));
    return regrets;
  }

  /** The real pools that were measured on a load, by the value that each stands for. */
  private static Map<String, String> measured(
      Cell load, List<CellResult> real, String parameter, Terms terms) {
    Map<String, String> pools = new TreeMap<>();
    for (CellResult result : real) {
      Map<String, String> params = result.key().params();
      boolean same =
          load.method().equals(result.key().method())
              && load.params().keySet().stream()
                  .filter(name -> !NOT_OF_THE_LOAD.contains(name))
                  .allMatch(name -> Objects.equals(load.params().get(name), params.get(name)));
      if (same) {
        String pool = params.getOrDefault(ParameterValues.CLIENT, params.get(parameter));
        terms
            .measured
            .apply(result)
            .ifPresent(value -> pools.merge(value, pool, (one, other) -> one + ", " + other));
      }
    }
    return pools;
  }

  /** Its title: what is counted, and the cost model. */
  public String title() {
    return costModel.isEmpty() ? unit.title : unit.title + ": " + costModel;
  }

  /** The value of the best median rank, and the best on each load. */
  public String summary() {
    String each =
        loads.stream()
            .map(load -> load.title + " " + String.join(" or ", load.best(values)))
            .collect(joining("; "));
    String overAll =
        values.stream()
            .filter(value -> loads.size() > 1)
            .min(Comparator.comparingDouble(value -> medianRank(value, values, loads)))
            .map(
                value ->
                    "Over %s loads %s has the best median rank. ".formatted(loads.size(), value))
            .orElse("");
    return "%s. %sThe least on each: %s.".formatted(title(), overAll, each);
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

  private static List<String> sorted(Set<String> values, List<String> ranked, List<Load> loads) {
    boolean words = values.stream().anyMatch(value -> NumbersFirst.number(value).isEmpty());
    Comparator<String> byRank =
        Comparator.<String>comparingDouble(value -> medianRank(value, ranked, loads))
            .thenComparingDouble(value -> ranks(value, ranked, loads).sum())
            .thenComparing(Comparator.naturalOrder());
    return values.stream().sorted(words ? byRank : NumbersFirst.ORDER).toList();
  }

  private static DoubleStream ranks(String value, List<String> ranked, List<Load> loads) {
    return loads.stream()
        .filter(load -> load.regrets.containsKey(value))
        .mapToDouble(load -> load.rank(value, ranked));
  }

  private static double medianRank(String value, List<String> ranked, List<Load> loads) {
    double[] ranks = ranks(value, ranked, loads).sorted().toArray();
    return (ranks[(ranks.length - 1) / 2] + ranks[ranks.length / 2]) / 2;
  }

  private static double failed(CellResult result) {
    double failed = metric(result, RunMetric.FAILED_CALLERS);
    return Double.isNaN(failed) ? 0 : failed;
  }

  private static double metric(CellResult result, RunMetric metric) {
    return ResultTables.median(result, metric.key());
  }

  /** The costs of a run. */
  public static List<Column<CellResult>> columns() {
    return List.of(
        column("RPCs", RunMetric.RPCS),
        column(RunMetric.OVERSHOOT.key(), RunMetric.OVERSHOOT),
        column("wait p99 (ms)", RunMetric.WAIT_P99),
        column("idle (s)", RunMetric.IDLE_SECONDS),
        column("refused", RunMetric.FAILED_CALLERS));
  }

  private static Column<CellResult> column(String heading, RunMetric metric) {
    return Column.of(heading, result -> Numbers.label(metric(result, metric)));
  }

  /** A regret in few characters, such as 1.5, 12 or -3; infinity if callers were refused. */
  public static String words(double regret) {
    if (regret <= -LEAST_NEGATIVE) {
      return "-" + words((double) Math.round(-regret)).replace(".0", "");
    }
    if (Double.isNaN(regret)) {
      return "–";
    }
    if (Double.isInfinite(regret)) {
      return "∞";
    }
    if (regret >= BEYOND) {
      return Math.min(99, Math.round(regret / 1_000)) + "k";
    }
    return regret < LEAST_SHOWN
        ? "0"
        : regret < GREAT ? Numbers.oneDecimal(regret) : Long.toString(Math.round(regret));
  }
}
