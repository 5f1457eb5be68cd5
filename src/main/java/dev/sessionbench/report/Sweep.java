package dev.sessionbench.report;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Comparison.Direction;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.RatioInterval;
import dev.sessionbench.base.stats.RatioInterval.ForksNeeded;
import dev.sessionbench.base.stats.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Holds the values of one parameter of one benchmark, all other parameters equal, and says what
 * they show.
 *
 * @param parameter the parameter
 * @param label the benchmark, and the parameters that distinguish this sweep from others
 * @param costModel what a server charges for sessions; empty if no parameter says it
 * @param points the values, ascending; a single value is no sweep
 */
record Sweep(String parameter, String label, Optional<String> costModel, List<SweepPoint> points) {
  /**
   * The least confidence of an interval from fewer forks than {@link Comparison#CONFIDENCE} needs.
   */
  static final double LEAST_CONFIDENCE = 0.9;

  /** A ratio of times up to this counts as no worse. */
  private static final double MARGIN = 1.05;

  private static final long MANY_FORKS = 1_000;

  /** The true ratio for which the needed forks are computed. */
  private static final double TRUE_RATIO = 1.05;

  /** The loads in some results, without throughput and without values that are no number. */
  static List<Sweep> loads(List<CellResult> results, String parameter) {
    Map<Cell, List<SweepPoint>> groups = new LinkedHashMap<>();
    for (CellResult result : results) {
      Cell group = result.key().without(Set.of(parameter));
      SweepPoint.of(result, parameter)
          .ifPresent(point -> groups.computeIfAbsent(group, g -> new ArrayList<>()).add(point));
    }
    List<Sweep> loads = new ArrayList<>();
    groups.forEach(
        (key, points) -> {
          points.sort(Comparator.comparingDouble(SweepPoint::x));
          Optional<String> costModel = Optional.ofNullable(key.params().get("costModel"));
          loads.add(new Sweep(parameter, label(key, groups.keySet()), costModel, points));
        });
    return loads;
  }

  private static String label(Cell group, Set<Cell> all) {
    List<Cell> alike =
        all.stream().filter(other -> other.benchmark().equals(group.benchmark())).toList();
    return ParameterValues.label(
        group,
        group.params().keySet().stream().filter(name -> Cell.varies(name, alike, all)).toList());
  }

  /** The values that no other value beats on both RPCs and time, or on time if RPCs are unknown. */
  List<SweepPoint> front() {
    return points.stream()
        .filter(point -> points.stream().noneMatch(other -> beats(other, point)))
        .toList();
  }

  private boolean beats(SweepPoint one, SweepPoint other) {
    // Every iteration of the one made fewer RPCs than every iteration of the other.
    boolean cheaper = !countsRpcs() || one.rpcs.max() < other.rpcs.min();
    // Comparing the medians first saves most of the intervals.
    return cheaper
        && one.time.median() < other.time.median()
        && over(one, other).filter(interval -> interval.high() < 1).isPresent();
  }

  private boolean countsRpcs() {
    return points.stream().allMatch(point -> point.rpcs.n() > 0);
  }

  /**
   * The values that are shown to be at most 5 % slower than each other value. All intervals must
   * lie below the margin, so choosing the best of several noisy values adds no error.
   */
  List<String> notInferior() {
    Stream<SweepPoint> good =
        points.stream().filter(point -> points.stream().allMatch(other -> fits(point, other)));
    return good.map(SweepPoint::value).toList();
  }

  private static boolean fits(SweepPoint point, SweepPoint other) {
    return point.equals(other) || over(point, other).filter(i -> i.high() <= MARGIN).isPresent();
  }

  /**
   * The interval of the ratio of two times. With fewer forks than {@link Comparison#CONFIDENCE}
   * needs, its confidence is at least {@link #LEAST_CONFIDENCE}.
   */
  private static Optional<Interval> over(SweepPoint above, SweepPoint below) {
    return RatioInterval.of(below.time, above.time, Comparison.CONFIDENCE)
        .or(() -> RatioInterval.of(below.time, above.time, LEAST_CONFIDENCE));
  }

  /** The values of the parameter that this load supports, in one or two sentences. */
  String advice() {
    String model = costModel.map(m -> " (cost model " + m + ")").orElse("");
    return label + model + ": " + advice(notInferior());
  }

  private String advice(List<String> good) {
    boolean full = points.stream().allMatch(SweepPoint::full);
    if (full && good.size() == points.size()) {
      return "not identifiable. Every %s fills the pool to its maximum, and each is shown non-inferior at 5 %%."
          .formatted(parameter);
    }
    String saturated =
        full
            ? " The load fills the pool to its maximum at every value, so surplus sessions cannot show."
            : "";
    if (points.stream().anyMatch(point -> over(point, points.get(0)).isEmpty())) {
      return "too few forks, or times of zero, to show any value non-inferior." + saturated;
    }
    if (good.isEmpty()) {
      SweepPoint fastest =
          Collections.min(points, Comparator.comparingDouble(point -> point.time.median()));
      return "no %s is shown non-inferior at 5 %% to all others; the smallest median time is at %s.%s"
          .formatted(parameter, fastest.value, saturated);
    }
    return "%s %s %s shown non-inferior at 5 %%: at most 5 %% slower than any other value.%s"
        .formatted(parameter, String.join(", ", good), good.size() == 1 ? "is" : "are", saturated);
  }

  /** What else the load shows, in a paragraph that is the same in every locale. */
  String findings() {
    return Stream.of(describeFront(), indistinct())
        .filter(sentence -> !sentence.isEmpty())
        .collect(joining(" ", label + ": ", ""));
  }

  private String describeFront() {
    String values = front().stream().map(SweepPoint::value).collect(joining(", "));
    String before = countsRpcs() ? "" : "RPCs were not counted everywhere; ";
    String both = countsRpcs() ? "both RPCs and time" : "time";
    return "%sno other value is shown to beat %s %s on %s."
        .formatted(before, parameter, values, both);
  }

  private String indistinct() {
    List<String> pairs = new ArrayList<>();
    for (int i = 1; i < points.size(); i++) {
      SweepPoint a = points.get(i - 1);
      SweepPoint b = points.get(i);
      Optional<Interval> interval = over(b, a);
      if (interval.isEmpty() || interval.get().contains(1)) {
        int forks = Math.min(a.time.n(), b.time.n());
        pairs.add("%s and %s (%s)".formatted(a.value, b.value, moreForks(forks, interval)));
      }
    }
    return pairs.isEmpty()
        ? ""
        : "The data do not distinguish the times of " + String.join("; ", pairs) + ".";
  }

  private static String moreForks(int forks, Optional<Interval> interval) {
    int enough = RatioInterval.fewestForks(Comparison.CONFIDENCE);
    if (interval.isEmpty()) {
      return forks < enough
          ? "at least %s more forks each".formatted(enough - forks)
          : "times of zero have no ratio";
    }
    long more = ForksNeeded.more(forks, interval.get(), TRUE_RATIO);
    if (more > MANY_FORKS) {
      return "a true 5 % would take more than " + MANY_FORKS + " more forks each";
    }
    return more == 0
        ? "a true 5 % would be found in four of five sweeps like this"
        : "a true 5 %% would take about %s more forks each".formatted(more);
  }

  /**
   * One value of the parameter of a sweep.
   *
   * @param value the value as the user gave it
   * @param x its number
   * @param time the times, any unit, lower is better
   * @param rpcs the numbers of BatchCreateSessions RPCs in every iteration; empty if not counted
   * @param full whether every iteration had the pool's maximum of sessions in use at once
   */
  record SweepPoint(String value, double x, Sample time, Sample rpcs, boolean full) {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

    /** The point of a cell; empty if it has no such number or no time, as for throughput. */
    static Optional<SweepPoint> of(CellResult cell, String parameter) {
      String value = cell.key().params().getOrDefault(parameter, "");
      Sample time = ResultTables.sample(cell);
      Direction direction = Direction.of(cell.primaryMetric().scoreUnit());
      if (!NUMBER.matcher(value).matches()
          || time.n() == 0
          || direction != Direction.LOWER_IS_BETTER) {
        return Optional.empty();
      }
      double most =
          NumbersFirst.number(cell.key().params().getOrDefault("maxSessions", "")).orElse(-1);
      double x = Double.parseDouble(value);
      Sample rpcs = RpcCounts.all(cell, ResultTables.RPCS_METRIC);
      boolean full = RpcCounts.all(cell, RunMetric.MAX_IN_USE.key()).min() == most;
      return Optional.of(new SweepPoint(value, x, time, rpcs, full));
    }
  }
}
