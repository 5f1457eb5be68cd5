package dev.sessionbench.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.bench.trial.TrialParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Shows how much more a load costs with each value of a parameter than with the cheapest value. The
 * cheapest is taken from the values that are not bounds. Of several results at one place, the
 * cheapest counts.
 *
 * @param terms what is compared
 * @param costModel the cost model of all loads; empty if the results do not name one
 * @param values the values except bounds: numbers by size; text by its median rank over the loads
 * @param bounds the values that are compared without being a reference, in the same order
 * @param loads the loads, by benchmark
 */
public record Regret(
    Terms terms, String costModel, List<String> values, List<String> bounds, List<Load> loads) {
  /** Parameters that do not change a load, as virtual time is not stretched. */
  private static final Set<String> NOT_OF_THE_LOAD =
      Set.of(ParameterValues.FILE, TrialParameters.TIME_SCALE.name());

  private static final double LEAST = 0.05;
  private static final double GREAT = 9.95;
  private static final double BEYOND = 999.5;

  /** A cost of a load, for each of its operations. */
  public enum Unit {
    WAIT("Wait over the best, ms per operation", result -> metric(result, RunMetric.WAIT_MEAN)),
    IDLE("Idle over the best, ms per operation", each(RunMetric.IDLE_SECONDS, 1_000)),
    RPCS("RPCs over the best per 100 operations", each(RunMetric.RPCS, 100));

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // It has no state.
    private final ToDoubleFunction<CellResult> cost;

    Unit(String title, ToDoubleFunction<CellResult> cost) {
      this.title = title;
      this.cost = cost;
    }

    private static ToDoubleFunction<CellResult> each(RunMetric metric, double factor) {
      return r -> factor * metric(r, metric) / (metric(r, RunMetric.ACQUIRED) + failed(r));
    }
  }

  /**
   * What is compared.
   *
   * @param parameter the parameter, for example the strategy
   * @param unit what is counted
   * @param bounds values that are no reference
   * @param measured the value that a real pool has, by the pool's name; empty for another name
   */
  public record Terms(
      String parameter,
      Unit unit,
      Set<String> bounds,
      Function<String, Optional<String>> measured) {}

  /**
   * A load, and what each value costs.
   *
   * @param title the benchmark, and the parameters that distinguish this load from others
   * @param regrets the cost of each value over the cheapest that is no bound; infinite if more
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

    private double rank(String value, List<String> values) {
      return (double) values.stream().filter(other -> of(other) < of(value)).count();
    }
  }

  /**
   * The regret of the results of virtual time among some results.
   *
   * @param results the results
   * @param terms what is compared
   * @return one for each cost model with at least two values
   */
  public static List<Regret> of(Collection<CellResult> results, Terms terms) {
    Map<String, List<CellResult>> models =
        results.stream()
            .filter(r -> r.isSimulated() && Double.isFinite(terms.unit.cost.applyAsDouble(r)))
            .filter(r -> r.key().params().containsKey(terms.parameter))
            .collect(groupingBy(Regret::costModel, LinkedHashMap::new, toList()));
    List<CellResult> real = results.stream().filter(r -> !r.isSimulated()).toList();
    Stream<Regret> all = models.values().stream().map(model -> of(model, real, terms));
    return all.filter(one -> one.values.size() + one.bounds.size() > 1).toList();
  }

  private static String costModel(CellResult result) {
    return result.key().params().getOrDefault(TrialParameters.COST_MODEL.name(), "");
  }

  private static Regret of(List<CellResult> results, List<CellResult> real, Terms terms) {
    Comparator<CellResult> order =
        Comparator.comparingDouble(Regret::failed).thenComparingDouble(terms.unit.cost);
    Map<Cell, Map<String, CellResult>> places = new LinkedHashMap<>();
    Map<String, List<CellResult>> benchmarks =
        results.stream().collect(groupingBy(CellResult::benchmark, TreeMap::new, toList()));
    for (List<CellResult> group : benchmarks.values()) {
      Set<String> others = ofTheValue(group);
      others.add(terms.parameter);
      for (CellResult result : group) {
        places
            .computeIfAbsent(result.key().without(others), load -> new TreeMap<>())
            .merge(result.key().params().get(terms.parameter), result, BinaryOperator.minBy(order));
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
                    measured(key, real, terms))));
    List<String> all =
        loads.stream().flatMap(load -> load.regrets.keySet().stream()).distinct().toList();
    List<String> values = all.stream().filter(value -> !terms.bounds.contains(value)).toList();
    Comparator<String> byRank = order(values, loads);
    return new Regret(
        terms,
        costModel(results.get(0)),
        values.stream().sorted(byRank).toList(),
        all.stream().filter(terms.bounds::contains).sorted(byRank).toList(),
        loads);
  }

  private static Map<String, Double> regrets(Map<String, CellResult> best, Terms terms) {
    Map<String, CellResult> compared = new TreeMap<>(best);
    compared.keySet().removeAll(terms.bounds);
    double fewest = compared.values().stream().mapToDouble(Regret::failed).min().orElse(Double.NaN);
    ToDoubleFunction<CellResult> cost =
        r -> failed(r) > fewest ? Double.POSITIVE_INFINITY : terms.unit.cost.applyAsDouble(r);
    double least = compared.values().stream().mapToDouble(cost).min().orElse(Double.NaN);
    Map<String, Double> regrets = new TreeMap<>();
    best.forEach((value, result) -> regrets.put(value, cost.applyAsDouble(result) - least));
    return regrets;
  }

  /** The real pools that were measured on a load, by the value that each has. */
  private static Map<String, String> measured(Cell load, List<CellResult> real, Terms terms) {
    Map<String, String> pools = new TreeMap<>();
    Cell same = load.without(NOT_OF_THE_LOAD);
    for (CellResult result : real) {
      String pool = result.key().params().getOrDefault(terms.parameter, "");
      Cell played = result.key().without(Set.of(terms.parameter)).without(NOT_OF_THE_LOAD);
      Optional<String> value = terms.measured.apply(pool).filter(v -> played.equals(same));
      value.ifPresent(v -> pools.merge(v, pool, (one, other) -> one + ", " + other));
    }
    return pools;
  }

  /** Its title: what is counted, and the cost model. */
  public String title() {
    return terms.unit.title + (costModel.isEmpty() ? "" : ": " + costModel);
  }

  /** The best on each load. */
  public String summary() {
    return loads.stream()
        .map(load -> load.title + " " + String.join(" or ", load.best(values)))
        .collect(joining("; ", title() + ". The least on each: ", "."));
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

  /** Numbers by size, text by its median rank. */
  private static Comparator<String> order(List<String> values, List<Load> loads) {
    Function<String, double[]> ranks =
        value ->
            loads.stream()
                .filter(load -> load.regrets.containsKey(value))
                .mapToDouble(load -> load.rank(value, values))
                .toArray();
    return values.stream().allMatch(value -> NumbersFirst.number(value).isPresent())
        ? NumbersFirst.ORDER
        : Comparator.<String>comparingDouble(value -> Sample.median(ranks.apply(value)))
            .thenComparingDouble(value -> Arrays.stream(ranks.apply(value)).sum())
            .thenComparing(Comparator.naturalOrder());
  }

  private static double failed(CellResult result) {
    return metric(result, RunMetric.FAILED_CALLERS);
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
    if (!Double.isFinite(regret)) {
      return Double.isNaN(regret) ? "–" : "∞";
    }
    if (Math.abs(regret) >= BEYOND) {
      return Math.round(Math.max(-99, Math.min(99, regret / 1_000))) + "k";
    }
    boolean whole = regret < LEAST || regret >= GREAT;
    return whole ? Long.toString(Math.round(regret)) : Numbers.oneDecimal(regret);
  }
}
