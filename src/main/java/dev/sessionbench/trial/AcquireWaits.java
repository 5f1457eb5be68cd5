package dev.sessionbench.trial;

import dev.sessionbench.model.Curve;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How long the operations of one run waited for a session.
 *
 * <p>Kept in a histogram that is exact to three digits.
 */
final class AcquireWaits {
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final int TICKS_PER_HALF_DISTANCE = 5;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);

  private AcquireWaits() {}

  /** Sums up the waits of a run. */
  static AcquireWaits of(Observation seen) {
    AcquireWaits waits = new AcquireWaits();
    seen.operations()
        .forEach(o -> waits.histogram.recordValue(o.waitNanos() / seen.timeScale()));
    return waits;
  }

  /**
   * The wait that a share of the operations did not pass.
   *
   * @param percentile the share in percent, from 0 to 100
   * @return nanoseconds; for 100 the longest wait
   */
  long percentileNanos(double percentile) {
    return histogram.getValueAtPercentile(percentile);
  }

  /** The distribution: the wait at percentiles that lie closer together towards the longest. */
  Curve percentiles() {
    List<Double> percentiles = new ArrayList<>();
    List<Double> millis = new ArrayList<>();
    for (HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
      percentiles.add(value.getPercentileLevelIteratedTo());
      millis.add(value.getValueIteratedTo() / NANOS_PER_MILLI);
    }
    return new Curve(Curve.ACQUIRE_WAIT, "%", "ms", percentiles, millis);
  }
}
