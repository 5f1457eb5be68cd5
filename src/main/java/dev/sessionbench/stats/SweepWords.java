package dev.sessionbench.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Puts a sweep's findings into words, the same in every locale. */
final class SweepWords {
  private static final long MANY_FORKS = 1_000;

  private final Sweep sweep;
  private final List<SweepPoint> front;
  private final List<String> sentences = new ArrayList<>();

  private SweepWords(Sweep sweep, List<SweepPoint> front) {
    this.sweep = sweep;
    this.front = front;
  }

  /** The findings of a sweep whose front is known: finding it resamples every pair. */
  static String of(Sweep sweep, List<SweepPoint> front) {
    SweepWords words = new SweepWords(sweep, front);
    words.front();
    words.near();
    words.doublings();
    words.indistinct();
    words.risks();
    return sweep.label() + ": " + String.join(" ", words.sentences);
  }

  private void front() {
    String steps =
        front.stream()
            .map(point -> Integer.toString(point.step()))
            .collect(Collectors.joining(", "));
    sentences.add(
        sweep.countsRpcs()
            ? "no other value is shown to beat incStep %s on both RPCs and time.".formatted(steps)
            : "RPCs were not counted everywhere; no other value is shown to beat incStep %s on time."
                .formatted(steps));
  }

  private void near() {
    SweepPoint fastest = sweep.fastest();
    SweepPoint near = sweep.smallestWithin(Recommendation.NEAR);
    if (near.step() == fastest.step()) {
      sentences.add(
          "The best time is at %s, and no smaller value is within 5 %% of it."
              .formatted(fastest.step()));
      return;
    }
    Optional<Interval> interval = sweep.ratios().over(near, fastest);
    String doubt =
        interval
            .filter(i -> i.high() > Recommendation.NEAR)
            .map(i -> " (its interval reaches " + percent(i.high()) + ")")
            .orElse(interval.isEmpty() ? " (too few forks for an interval)" : "");
    sentences.add(
        "The smallest value within 5 %% of the best time, which is at %s, is %s: %s%s."
            .formatted(
                fastest.step(),
                near.step(),
                percent(near.time().median() / fastest.time().median()),
                doubt));
  }

  private void doublings() {
    List<String> found = new ArrayList<>();
    for (SweepPoint from : sweep.points()) {
      for (SweepPoint to : sweep.points()) {
        if (to.step() == 2 * from.step()) {
          found.add("%s to %s %s".formatted(from.step(), to.step(), gain(from, to)));
        }
      }
    }
    if (!found.isEmpty()) {
      sentences.add("What each doubling changes in time: " + String.join("; ", found) + ".");
    }
  }

  private String gain(SweepPoint from, SweepPoint to) {
    String rpcs =
        from.rpcs().isPresent() && to.rpcs().isPresent()
            ? String.format(
                Locale.ROOT,
                ", RPCs %.4g to %.4g",
                from.rpcs().get().median(),
                to.rpcs().get().median())
            : "";
    String estimate = percent(to.time().median() / from.time().median());
    return sweep
            .ratios()
            .over(to, from)
            .map(
                i ->
                    i.contains(1)
                        ? "no difference found (" + span(i) + ")"
                        : estimate + " (" + span(i) + ")")
            .orElse(estimate + " (too few forks for an interval)")
        + rpcs.replaceAll("\\.0+\\b", "");
  }

  private void indistinct() {
    List<String> pairs = new ArrayList<>();
    for (int i = 1; i < sweep.points().size(); i++) {
      SweepPoint a = sweep.points().get(i - 1);
      SweepPoint b = sweep.points().get(i);
      Optional<Interval> interval = sweep.ratios().over(b, a);
      String both = a.step() + " and " + b.step();
      if (interval.isEmpty() || interval.get().contains(1)) {
        pairs.add(both + " (" + moreForks(a, b, interval) + ")");
      }
    }
    if (!pairs.isEmpty()) {
      sentences.add("The data cannot tell the times apart of " + String.join("; ", pairs) + ".");
    }
  }

  private static String moreForks(SweepPoint a, SweepPoint b, Optional<Interval> interval) {
    int forks = Math.min(a.time().n(), b.time().n());
    if (forks < RatioInterval.FEWEST_FORKS) {
      return "at least %s more forks each".formatted(RatioInterval.FEWEST_FORKS - forks);
    }
    if (interval.isEmpty()) {
      return "times of zero have no ratio";
    }
    OptionalLong more =
        ForksNeeded.more(forks, b.time().median() / a.time().median(), interval.get());
    if (more.isEmpty()) {
      return "the medians are equal";
    }
    return more.getAsLong() > MANY_FORKS
        ? "more than " + MANY_FORKS + " more forks each"
        : "about " + Math.max(1, more.getAsLong()) + " more forks each";
  }

  private void risks() {
    List<String> beyond = new ArrayList<>();
    for (SweepPoint point : sweep.points()) {
      point
          .overshoot()
          .filter(overshoot -> overshoot.max() > 0)
          .ifPresent(o -> beyond.add("%s at %s".formatted((long) o.max(), point.step())));
    }
    boolean counted = sweep.points().stream().anyMatch(point -> point.overshoot().isPresent());
    if (counted) {
      sentences.add(
          beyond.isEmpty()
              ? "No session was created beyond need."
              : "Sessions created beyond need, at most: " + String.join(", ", beyond) + ".");
    }
    int smallest = sweep.points().get(0).step();
    int largest = sweep.points().get(sweep.points().size() - 1).step();
    sentences.add(
        "One failed BatchCreateSessions fails up to incStep waiters: up to %s at %s, up to %s at %s."
            .formatted(smallest, smallest, largest, largest));
  }

  private static String span(Interval interval) {
    return percent(interval.low()) + " to " + percent(interval.high());
  }

  private static String percent(double ratio) {
    if (!Double.isFinite(ratio)) {
      return "n/a"; // Over a time of zero.
    }
    return String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1));
  }
}
