package dev.sessionbench.report.sweep;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.ForksNeeded;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.RatioInterval;
import dev.sessionbench.base.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts a sweep's findings into words, the same in every locale. */
final class SweepWords {
  private static final long MANY_FORKS = 1_000;

  /** The true difference that forks are counted for. */
  private static final double TRUE_RATIO = 1.05;

  private SweepWords() {}

  static String of(Sweep sweep) {
    return Stream.of(
            front(sweep), doublings(sweep), indistinct(sweep), overshoot(sweep), risk(sweep))
        .filter(sentence -> !sentence.isEmpty())
        .collect(Collectors.joining(" ", sweep.label() + ": ", ""));
  }

  /** Which values of the parameter one load allows to advise, in a sentence or two. */
  static String advice(Sweep sweep) {
    String model = sweep.costModel().map(m -> " (cost model " + m + ")").orElse("");
    return sweep.label() + model + ": " + advice(sweep, sweep.notInferior());
  }

  private static String advice(Sweep sweep, List<SweepPoint> good) {
    boolean full = sweep.points().stream().allMatch(SweepPoint::full);
    if (full && good.size() == sweep.points().size()) {
      return "not identifiable. Every %s fills the pool to its maximum, and each is shown non-inferior at 5 %%."
          .formatted(sweep.parameter());
    }
    String saturated =
        full
            ? " The load fills the pool to its maximum at every value, so that creating too much cannot show."
            : "";
    if (!sweep.hasIntervals()) {
      return "too few forks, or times of zero, to show any value non-inferior." + saturated;
    }
    if (good.isEmpty()) {
      return "no %s is shown non-inferior at 5 %% to all others; the smallest median time is at %s.%s"
          .formatted(sweep.parameter(), sweep.fastest().value(), saturated);
    }
    return "%s %s %s shown non-inferior at 5 %%: at most 5 %% slower than any other value.%s"
        .formatted(
            sweep.parameter(),
            good.stream().map(SweepPoint::value).collect(Collectors.joining(", ")),
            good.size() == 1 ? "is" : "are",
            saturated);
  }

  private static String front(Sweep sweep) {
    String values = sweep.front().stream().map(SweepPoint::value).collect(Collectors.joining(", "));
    boolean counted = sweep.countsRpcs();
    return "%sno other value is shown to beat %s %s on %s."
        .formatted(
            counted ? "" : "RPCs were not counted everywhere; ",
            sweep.parameter(),
            values,
            counted ? "both RPCs and time" : "time");
  }

  private static String doublings(Sweep sweep) {
    List<String> found = new ArrayList<>();
    for (SweepPoint from : sweep.points()) {
      for (SweepPoint to : sweep.points()) {
        if (to.x() == 2 * from.x()) {
          found.add("%s to %s %s".formatted(from.value(), to.value(), gain(from, to)));
        }
      }
    }
    return found.isEmpty()
        ? ""
        : "What each doubling changes in time: " + String.join("; ", found) + ".";
  }

  private static String gain(SweepPoint from, SweepPoint to) {
    String rpcs =
        from.rpcs().isPresent() && to.rpcs().isPresent()
            ? ", RPCs %s to %s"
                .formatted(
                    Numbers.label(from.rpcs().get().median()),
                    Numbers.label(to.rpcs().get().median()))
            : "";
    double estimate = RatioInterval.estimate(from.time(), to.time());
    return Sweep.over(to, from)
            .map(
                i ->
                    i.contains(1)
                        ? "no difference found (" + span(i) + ")"
                        : Numbers.change(estimate) + " (" + span(i) + ")")
            .orElse(Numbers.change(estimate) + " (too few forks for an interval)")
        + rpcs;
  }

  private static String indistinct(Sweep sweep) {
    List<String> pairs = new ArrayList<>();
    for (int i = 1; i < sweep.points().size(); i++) {
      SweepPoint a = sweep.points().get(i - 1);
      SweepPoint b = sweep.points().get(i);
      Optional<Interval> interval = Sweep.over(b, a);
      String both = a.value() + " and " + b.value();
      if (interval.isEmpty() || interval.get().contains(1)) {
        pairs.add(both + " (" + moreForks(a, b, interval) + ")");
      }
    }
    return pairs.isEmpty()
        ? ""
        : "The data cannot tell the times apart of " + String.join("; ", pairs) + ".";
  }

  private static String moreForks(SweepPoint a, SweepPoint b, Optional<Interval> interval) {
    int forks = Math.min(a.time().n(), b.time().n());
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

  private static String overshoot(Sweep sweep) {
    if (sweep.points().stream().noneMatch(point -> point.overshoot().isPresent())) {
      return "";
    }
    return sweep.points().stream()
        .flatMap(
            point ->
                point.overshoot().stream()
                    .filter(overshoot -> overshoot.max() > 0)
                    .map(o -> "%s at %s".formatted((long) o.max(), point.value())))
        .reduce((all, more) -> all + ", " + more)
        .map("Sessions created beyond need, at most: %s."::formatted)
        .orElse("No session was created beyond need.");
  }

  private static String risk(Sweep sweep) {
    String smallest = sweep.points().get(0).value();
    String largest = sweep.points().get(sweep.points().size() - 1).value();
    return sweep.parameter().equals(PoolShape.INC_STEP)
        ? "One failed BatchCreateSessions fails up to incStep waiters: up to %s at %s, up to %s at %s."
            .formatted(smallest, smallest, largest, largest)
        : "";
  }

  private static String span(Interval interval) {
    return Numbers.change(interval.low()) + " to " + Numbers.change(interval.high());
  }
}
