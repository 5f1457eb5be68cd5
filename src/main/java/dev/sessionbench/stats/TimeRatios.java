package dev.sessionbench.stats;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The intervals of the times of a sweep's points over each other, each found once, on first use.
 * Not safe for use by several threads.
 */
final class TimeRatios {
  private final Map<List<Integer>, Optional<Interval>> known = new HashMap<>();
  private final Map<Integer, MedianDistribution> medians = new HashMap<>();

  /**
   * The interval of one time over another.
   *
   * @return a bootstrap interval at {@link Comparison#CONFIDENCE}; with fewer forks than that
   *     takes, the widest that the data give, if it reaches {@link
   *     AllPairsInterval#LEAST_CONFIDENCE}
   */
  Optional<Interval> over(SweepPoint above, SweepPoint below) {
    return known.computeIfAbsent(
        List.of(above.step(), below.step()), pair -> interval(below, above));
  }

  private Optional<Interval> interval(SweepPoint below, SweepPoint above) {
    return RatioInterval.isDefined(below.time(), above.time())
        ? Optional.of(RatioInterval.between(median(below), median(above), Comparison.CONFIDENCE))
        : AllPairsInterval.of(below.time(), above.time());
  }

  private MedianDistribution median(SweepPoint point) {
    return medians.computeIfAbsent(point.step(), step -> MedianDistribution.of(point.time()));
  }
}
