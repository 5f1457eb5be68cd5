package dev.sessionbench.report;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.RankTest;
import dev.sessionbench.base.stats.RatioInterval;
import dev.sessionbench.report.Sweep.SweepPoint;
import dev.sessionbench.report.Sweep.SweepWords;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a sweep over a parameter supports. It reports trade-offs and leaves the choice to the
 * reader: how dear an RPC is, or a session too many, is not in the data.
 *
 * @param parameter the parameter
 * @param summary what holds for all loads together, in a sentence or two
 * @param advice which values each load allows to advise, and which it lacks, in a few sentences
 *     each; none without a sweep
 * @param findings what else each load shows, a paragraph each
 * @param paretoFront the values that are on the {@linkplain #paretoFront(List, String) Pareto
 *     front} of some load, ascending
 * @param notInferior the smallest value that is shown to be at most 5 % slower than any other in
 *     every load; nothing where there is none
 */
public record Recommendation(
    String parameter,
    String summary,
    List<String> advice,
    List<String> findings,
    List<String> paretoFront,
    Optional<String> notInferior) {
  /**
   * The recommendation for some results.
   *
   * @param results the results; those in which the parameter is no number are left out
   * @param parameter the parameter
   * @return the recommendation, which says so where there is no sweep
   */
  public static Recommendation of(List<CellResult> results, String parameter) {
    List<Sweep> loads = Sweep.loads(results, parameter);
    List<Sweep> sweeps = Sweep.among(loads);
    List<String> values = ascending(sweeps.stream().flatMap(sweep -> sweep.points().stream()));
    Optional<String> notInferior = notInferior(sweeps);
    return new Recommendation(
        parameter,
        sweeps.isEmpty()
            ? "No recommendation: the data holds no times at two values of " + parameter + "."
            : summary(sweeps, parameter, notInferior),
        sweeps.isEmpty() ? List.of() : loads.stream().map(load -> advice(load, values)).toList(),
        sweeps.stream().map(SweepWords::of).toList(),
        front(sweeps),
        notInferior);
  }

  /**
   * The values of a parameter that no other is shown to beat on both RPCs and time. A value beats
   * another where every iteration made fewer RPCs and the interval of the ratio of times lies below
   * 1; where RPCs were not counted, time alone decides. The fewer the forks, the more values stay.
   *
   * @param results results that differ in that parameter alone
   * @param parameter the parameter
   * @return its values on the front, ascending; empty without two that are numbers
   */
  public static List<String> paretoFront(List<CellResult> results, String parameter) {
    return front(Sweep.among(Sweep.loads(results, parameter)));
  }

  /** What a load allows to advise, and what it lacks of the values that some sweep has. */
  private static String advice(Sweep load, List<String> values) {
    List<String> own = load.points().stream().map(SweepPoint::value).toList();
    if (own.size() == 1) {
      return "%s: no sweep, %s %s is its only number with a time."
          .formatted(load.label(), load.parameter(), own.get(0));
    }
    List<String> missing = values.stream().filter(value -> !own.contains(value)).toList();
    return SweepWords.advice(load)
        + (missing.isEmpty() ? "" : " It has no time at " + String.join(", ", missing) + ".");
  }

  private static List<String> front(List<Sweep> sweeps) {
    return ascending(sweeps.stream().flatMap(sweep -> sweep.front().stream()));
  }

  private static List<String> ascending(Stream<SweepPoint> points) {
    return points
        .sorted(Comparator.comparingDouble(SweepPoint::x))
        .map(SweepPoint::value)
        .distinct()
        .toList();
  }

  private static Optional<String> notInferior(List<Sweep> sweeps) {
    List<List<String>> good =
        sweeps.stream()
            .map(sweep -> sweep.notInferior().stream().map(SweepPoint::value).toList())
            .toList();
    return good.stream()
        .limit(1)
        .flatMap(List::stream)
        .filter(value -> good.stream().allMatch(values -> values.contains(value)))
        .findFirst();
  }

  private static String summary(
      List<Sweep> sweeps, String parameter, Optional<String> notInferior) {
    String where =
        sweeps.size() == 1
            ? "in " + sweeps.get(0).label()
            : "in each of %s %s"
                .formatted(
                    sweeps.size(),
                    sweeps.stream().anyMatch(s -> s.label().contains("="))
                        ? "cases"
                        : "benchmarks");
    String result =
        notInferior
            .map(
                value ->
                    "%s %s is the smallest value shown non-inferior at 5 %% %s."
                        .formatted(parameter, value, where))
            .orElse("No %s is shown non-inferior at 5 %% %s.".formatted(parameter, where));
    return result + confidence(sweeps);
  }

  /** How sure the intervals are, each alone and all together. */
  private static String confidence(List<Sweep> sweeps) {
    int fewest =
        sweeps.stream()
            .flatMap(sweep -> sweep.points().stream())
            .mapToInt(point -> point.time().n())
            .min()
            .orElseThrow();
    int enough = RatioInterval.fewestForks(Comparison.CONFIDENCE);
    double confidence =
        fewest < enough ? 1 - RankTest.smallestPValue(fewest, fewest) : Comparison.CONFIDENCE;
    boolean none = confidence < Sweep.LEAST_CONFIDENCE - 1e-9;
    String few =
        fewest < enough
            ? String.format(
                Locale.ROOT,
                " With %s forks a cell there are %s; %s or more (-f %<s) give 95 %% ones.",
                fewest,
                none
                    ? "no intervals"
                    : String.format(Locale.ROOT, "only %.0f %% intervals", 100 * confidence),
                enough)
            : "";
    int pairs =
        sweeps.stream().mapToInt(s -> s.points().size() * (s.points().size() - 1) / 2).sum();
    return none || pairs == 1
        ? few
        : few
            + String.format(
                Locale.ROOT,
                " Intervals are %.0f %% each, not together: %d pairs of values are as many tests.",
                100 * confidence,
                pairs);
  }
}
