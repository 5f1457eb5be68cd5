package dev.sessionbench.workload;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How long the operations of one run waited for a session.
 *
 * <p>Kept in a histogram that is exact to three digits.
 */
public final class AcquireWaits {
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);

  private AcquireWaits() {}

  /**
   * Sums up the waits of a run.
   *
   * @param operations what the run did
   * @return their waits
   */
  public static AcquireWaits of(List<OperationTimes> operations) {
    AcquireWaits waits = new AcquireWaits();
    operations.forEach(operation -> waits.histogram.recordValue(operation.waitNanos()));
    return waits;
  }

  /**
   * The wait that a share of the operations did not pass.
   *
   * @param percentile the share in percent, from 0 to 100
   * @return nanoseconds; for 100 the longest wait
   */
  public long percentileNanos(double percentile) {
    return histogram.getValueAtPercentile(percentile);
  }
}
