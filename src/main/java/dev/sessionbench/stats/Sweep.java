package dev.sessionbench.stats;

import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The values of incStep of one benchmark, all other parameters equal.
 *
 * @param label the benchmark, and the parameters that tell it from the other sweeps
 * @param points the values, ascending; at least two
 * @param ratios the intervals of the points' times over each other
 */
record Sweep(String label, List<SweepPoint> points, TimeRatios ratios) {
  private static final String INC_STEP = "incStep";
  private static final Pattern STEP = Pattern.compile("[1-9][0-9]{0,8}");

  /** The sweeps in some results; cells without a numerical incStep and throughput are left out. */
  static List<Sweep> of(List<CellResult> results) {
    Map<CellKey, List<CellResult>> groups = new LinkedHashMap<>();
    for (CellResult result : results) {
      CellKey key = result.key();
      if (STEP.matcher(key.params().getOrDefault(INC_STEP, "")).matches()
          && Direction.of(result.mode(), result.primaryMetric().scoreUnit())
              == Direction.LOWER_IS_BETTER) {
        TreeMap<String, String> others = new TreeMap<>(key.params());
        others.remove(INC_STEP);
        groups
            .computeIfAbsent(
                new CellKey(key.benchmark(), key.mode(), others), group -> new ArrayList<>())
            .add(result);
      }
    }
    List<Sweep> sweeps = new ArrayList<>();
    groups.forEach(
        (group, cells) -> {
          List<SweepPoint> points = points(cells);
          if (points.size() > 1) {
            sweeps.add(new Sweep(label(group, groups.keySet()), points, new TimeRatios()));
          }
        });
    return sweeps;
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

  private boolean beats(SweepPoint one, SweepPoint other) {
    boolean cheaper = !countsRpcs() || one.surelyFewerRpcs(other);
    // The medians' ratio lies in its interval: looking at it first saves most of the resampling.
    return cheaper
        && one.time().median() < other.time().median()
        && ratios.over(one, other).filter(interval -> interval.high() < 1).isPresent();
  }

  /** The value with the smallest median time. */
  SweepPoint fastest() {
    return points.stream().min(Comparator.comparingDouble(p -> p.time().median())).orElseThrow();
  }

  /** The smallest value whose median time is within a factor of the best. */
  SweepPoint smallestWithin(double factor) {
    double limit = fastest().time().median() * factor;
    return points.stream().filter(p -> p.time().median() <= limit).findFirst().orElseThrow();
  }

  /** Whether a value was measured and its median time is within a factor of the best. */
  boolean isWithin(double factor, int step) {
    double limit = fastest().time().median() * factor;
    return points.stream().anyMatch(p -> p.step() == step && p.time().median() <= limit);
  }

  private static List<SweepPoint> points(List<CellResult> cells) {
    return cells.stream()
        .map(
            cell ->
                new SweepPoint(
                    Integer.parseInt(cell.key().params().getOrDefault(INC_STEP, "")),
                    Sample.ofForks(cell.primaryMetric()),
                    sample(cell, "numBatchCreateSessionsRpcs"),
                    sample(cell, "overshoot")))
        .filter(point -> point.time().n() > 0)
        .sorted(Comparator.comparingInt(SweepPoint::step))
        .toList();
  }

  private static Optional<Sample> sample(CellResult cell, String metric) {
    return Optional.ofNullable(cell.secondaryMetrics().get(metric))
        .filter(m -> m.rawData().stream().anyMatch(fork -> !fork.isEmpty()))
        .map((Metric m) -> Sample.ofForks(m))
        .filter(sample -> sample.n() > 0);
  }

  private static String label(CellKey group, Set<CellKey> all) {
    StringBuilder label = new StringBuilder(group.method());
    group
        .params()
        .forEach(
            (name, value) -> {
              if (all.stream().anyMatch(o -> !value.equals(o.params().get(name)))) {
                label.append(' ').append(name).append('=').append(value);
              }
            });
    return label.toString();
  }
}
