package dev.sessionbench.workload;

import org.HdrHistogram.Histogram;

/**
 * How long the operations of one run waited for a session.
 *
 * @param p50Nanos the median, in nanoseconds
 * @param p99Nanos the 99th percentile, in nanoseconds
 * @param maxNanos the longest, in nanoseconds
 */
public record AcquireWaits(long p50Nanos, long p99Nanos, long maxNanos) {
  private static final int SIGNIFICANT_DIGITS = 3;

  /**
   * Sums up the waits of a run.
   *
   * @param waitNanos one wait for each operation, in nanoseconds
   * @return the summary, exact to three digits
   */
  public static AcquireWaits of(long[] waitNanos) {
    Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
    for (long nanos : waitNanos) {
      histogram.recordValue(nanos);
    }
    return new AcquireWaits(
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(99),
        histogram.getMaxValue());
  }
}
