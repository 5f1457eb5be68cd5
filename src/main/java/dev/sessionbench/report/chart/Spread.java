package dev.sessionbench.report.chart;

import dev.sessionbench.stats.MedianInterval;
import dev.sessionbench.stats.Sample;

/**
 * The vertical bar about a median.
 *
 * @param low its lower end
 * @param high its upper end
 * @param meaning what it is, for a caption
 */
public record Spread(double low, double high, String meaning) {
  /** What bars are where enough forks ran. */
  public static final String INTERVAL =
      "the interval that holds the true median with at least 95 % confidence, whatever the"
          + " distribution";

  private static final double CONFIDENCE = 0.95;

  /** What bars are where too few forks ran for an interval. */
  public static final String RANGE =
      "the range of the forks (smallest to largest), which is not a confidence interval: too few"
          + " forks ran for one";

  /**
   * The bar of a sample: the interval of its median, or its range where there are too few forks.
   *
   * @param sample one value for each fork
   * @return the bar
   */
  public static Spread of(Sample sample) {
    return MedianInterval.of(sample, CONFIDENCE)
        .map(interval -> new Spread(interval.low(), interval.high(), INTERVAL))
        .orElseGet(() -> new Spread(sample.min(), sample.max(), RANGE));
  }

  /** The same in another unit. */
  Spread times(double factor) {
    return new Spread(low * factor, high * factor, meaning);
  }
}
