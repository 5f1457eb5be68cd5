package dev.sessionbench.sweep;

import java.util.List;
import java.util.stream.Collectors;

/** Which values of a parameter one load allows to advise, in a sentence or two. */
final class SweepAdvice {
  private SweepAdvice() {}

  static String of(Sweep sweep) {
    String model = sweep.costModel().map(m -> " (cost model " + m + ")").orElse("");
    return sweep.label() + model + ": " + words(sweep, sweep.notInferior());
  }

  private static String words(Sweep sweep, List<SweepPoint> good) {
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
}
