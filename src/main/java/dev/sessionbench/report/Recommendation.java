package dev.sessionbench.report;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.RankTest;
import dev.sessionbench.base.stats.RatioInterval;
import dev.sessionbench.report.Sweep.SweepPoint;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Says what a sweep over a parameter supports. It reports trade-offs and leaves the choice to the
 * reader, because the data does not say what an RPC or a surplus session costs.
 *
 * @param parameter the parameter
 * @param summary what holds for all loads together, in one or two sentences
 * @param advice for each load, the values that it supports and the data that it lacks; empty
 *     without a sweep
 * @param findings what else each load shows, one paragraph each
 * @param paretoFront the values that are on the Pareto front of some load, ascending
 * @param notInferior the smallest value that is shown to be at most 5 % slower than any other in
 *     every load; empty if none
 */
public record Recommendation(
    String parameter,
    String summary,
    List<String> advice,
    List<String> findings,
    List<String> paretoFront,
    Optional<String> notInferior) {
  /** The parameter for what goes wrong at the server. */
  public static final String SCENARIO = "scenario";

  /**
   * The recommendation for some results.
   *
   * @param results the results; those whose value of the parameter is no number are left out, and
   *     those of a server that goes wrong on request
   * @param parameter the parameter
   * @return the recommendation, which says so if there is no sweep
   */
  public static Recommendation of(List<CellResult> results, String parameter) {
    List<CellResult> sound =
        results.stream().filter(r -> !r.key().params().containsKey(SCENARIO)).toList();
    List<Sweep> loads = Sweep.loads(sound, parameter);
    List<Sweep> sweeps = loads.stream().filter(load -> load.points().size() > 1).toList();
    if (sweeps.isEmpty()) {
      String none = "No recommendation: the data holds no times at two values of %s.";
      return new Recommendation(
          parameter, none.formatted(parameter), List.of(), List.of(), List.of(), Optional.empty());
    }
    List<String> values = ascending(sweeps, Sweep::points);
    Optional<String> notInferior =
        sweeps.get(0).notInferior().stream()
            .filter(value -> sweeps.stream().allMatch(s -> s.notInferior().contains(value)))
            .findFirst();
    return new Recommendation(
        parameter,
        summary(sweeps, parameter, notInferior) + confidence(sweeps),
        loads.stream().map(load -> advice(load, values)).toList(),
        sweeps.stream().map(Sweep::findings).toList(),
        ascending(sweeps, Sweep::front),
        notInferior);
  }

  /** The values that a load supports, and those of other sweeps that it lacks. */
  private static String advice(Sweep load, List<String> values) {
    List<String> own = load.points().stream().map(SweepPoint::value).toList();
    if (own.size() == 1) {
      return "%s: no sweep, %s %s is its only number with a time."
          .formatted(load.label(), load.parameter(), own.get(0));
    }
    List<String> missing = values.stream().filter(value -> !own.contains(value)).toList();
    return load.advice()
        + (missing.isEmpty() ? "" : " It has no time at " + String.join(", ", missing) + ".");
  }

  private static List<String> ascending(
      List<Sweep> sweeps, Function<Sweep, List<SweepPoint>> points) {
    Stream<SweepPoint> all = sweeps.stream().flatMap(sweep -> points.apply(sweep).stream());
    Stream<SweepPoint> sorted = all.sorted(Comparator.comparingDouble(SweepPoint::x));
    return sorted.map(SweepPoint::value).distinct().toList();
  }

  private static String summary(
      List<Sweep> sweeps, String parameter, Optional<String> notInferior) {
    boolean cases = sweeps.stream().anyMatch(sweep -> sweep.label().contains("="));
    String where =
        sweeps.size() == 1
            ? "in " + sweeps.get(0).label()
            : "in each of %s %s".formatted(sweeps.size(), cases ? "cases" : "benchmarks");
    String smallest = "%s %s is the smallest value shown non-inferior at 5 %% %s.";
    String none = "No %s is shown non-inferior at 5 %% %s.".formatted(parameter, where);
    return notInferior.map(value -> smallest.formatted(parameter, value, where)).orElse(none);
  }

  /** The confidence of the intervals, each alone and all together. */
  private static String confidence(List<Sweep> sweeps) {
    Stream<SweepPoint> points = sweeps.stream().flatMap(sweep -> sweep.points().stream());
    int fewest = points.mapToInt(point -> point.time().n()).min().orElseThrow();
    int enough = RatioInterval.fewestForks(Comparison.CONFIDENCE);
    double confidence =
        fewest < enough ? 1 - RankTest.smallestPValue(fewest, fewest) : Comparison.CONFIDENCE;
    boolean none = confidence < Sweep.LEAST_CONFIDENCE - 1e-9;
    String percent = String.format(Locale.ROOT, "%.0f %%", 100 * confidence);
    String few =
        fewest < enough
            ? " With %s forks a cell there are %s; %s or more (-f %<s) give 95 %% ones."
                .formatted(fewest, none ? "no intervals" : "only " + percent + " intervals", enough)
            : "";
    int pairs =
        sweeps.stream().mapToInt(s -> s.points().size() * (s.points().size() - 1) / 2).sum();
    return none || pairs == 1
        ? few
        : "%s Intervals are %s each, not jointly: %s pairs of values were tested."
            .formatted(few, percent, pairs);
  }
}
