package dev.sessionbench.report.sweep;

import dev.sessionbench.base.results.CellKey;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.RatioInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The values of one parameter of one benchmark, all other parameters equal.
 *
 * @param parameter the parameter
 * @param label the benchmark, and the parameters that tell it from the other sweeps
 * @param costModel what a server charges for sessions; nothing where no such parameter says
 * @param points the values, ascending; one alone is no sweep
 */
record Sweep(String parameter, String label, Optional<String> costModel, List<SweepPoint> points) {
  /** The confidence of an interval from fewer forks than {@link Comparison#CONFIDENCE} takes. */
  static final double LEAST_CONFIDENCE = 0.9;

  /** How much slower than another still counts as no worse. */
  private static final double MARGIN = 1.05;

  /** Those of some loads that have a time at two values or more. */
  static List<Sweep> among(List<Sweep> loads) {
    return loads.stream().filter(load -> load.points.size() > 1).toList();
  }

  /** The loads in some results; cells without a number there and throughput are left out. */
  static List<Sweep> loads(List<CellResult> results, String parameter) {
    Map<CellKey, List<SweepPoint>> groups = new LinkedHashMap<>();
    for (CellResult result : results) {
      CellKey group = result.key().without(Set.of(parameter));
      SweepPoint.of(result, parameter)
          .ifPresent(point -> groups.computeIfAbsent(group, g -> new ArrayList<>()).add(point));
    }
    return groups.entrySet().stream()
        .map(
            group ->
                new Sweep(
                    parameter,
                    label(group.getKey(), groups.keySet()),
                    Optional.ofNullable(group.getKey().params().get("costModel")),
                    group.getValue().stream()
                        .sorted(Comparator.comparingDouble(SweepPoint::x))
                        .toList()))
        .toList();
  }

  /** The values that no other beats on both RPCs and time; on time alone without RPCs. */
  List<SweepPoint> front() {
    return points.stream()
        .filter(point -> points.stream().noneMatch(other -> beats(other, point)))
        .toList();
  }

  /** Whether every point's RPCs were counted. */
  boolean countsRpcs() {
    return points.stream().allMatch(point -> point.rpcs().isPresent());
  }

  /** The value with the smallest median time. */
  SweepPoint fastest() {
    return points.stream().min(Comparator.comparingDouble(p -> p.time().median())).orElseThrow();
  }

  /**
   * The values that are shown to be at most 5 % slower than each of the others. All intervals must
   * lie below the margin, so that choosing the best of several noisy values has no part in it.
   */
  List<SweepPoint> notInferior() {
    return points.stream()
        .filter(
            point ->
                points.stream()
                    .filter(other -> !other.equals(point))
                    .allMatch(
                        other -> over(point, other).filter(i -> i.high() <= MARGIN).isPresent()))
        .toList();
  }

  /** Whether there is an interval for every pair. */
  boolean hasIntervals() {
    return points.stream().allMatch(point -> over(point, points.get(0)).isPresent());
  }

  /**
   * The interval of one time over another; with fewer forks than {@link Comparison#CONFIDENCE}
   * takes, one of at least {@link #LEAST_CONFIDENCE}.
   */
  static Optional<Interval> over(SweepPoint above, SweepPoint below) {
    return RatioInterval.of(below.time(), above.time(), Comparison.CONFIDENCE)
        .or(() -> RatioInterval.of(below.time(), above.time(), LEAST_CONFIDENCE));
  }

  private boolean beats(SweepPoint one, SweepPoint other) {
    boolean cheaper = !countsRpcs() || one.surelyFewerRpcs(other);
    // The medians first: that saves most of the intervals.
    return cheaper
        && one.time().median() < other.time().median()
        && over(one, other).filter(interval -> interval.high() < 1).isPresent();
  }

  private static String label(CellKey group, Set<CellKey> all) {
    List<CellKey> alike =
        all.stream().filter(other -> other.benchmark().equals(group.benchmark())).toList();
    return group.params().entrySet().stream()
        .filter(param -> CellKey.tells(param.getKey(), alike, all))
        .map(param -> " " + param.getKey() + "=" + param.getValue())
        .collect(Collectors.joining("", group.method(), ""));
  }
}
