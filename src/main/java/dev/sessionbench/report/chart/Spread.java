package dev.sessionbench.report.chart;

import dev.sessionbench.stats.Sample;

/**
 * The vertical bar about a median.
 *
 * @param low its lower end
 * @param high its upper end
 * @param meaning what it is, for a caption
 */
public record Spread(double low, double high, String meaning) {
  /** What bars are where too few forks ran for an interval. */
  public static final String RANGE =
      "the range of the forks (smallest to largest), which is not a confidence interval: too few"
          + " forks ran for one";

  /**
   * The bar of a sample: its range.
   *
   * @param sample one value for each fork
   * @return from the smallest to the largest fork
   */
  public static Spread of(Sample sample) {
    return new Spread(sample.min(), sample.max(), RANGE);
  }

  /** The same in another unit. */
  Spread times(double factor) {
    return new Spread(low * factor, high * factor, meaning);
  }
}
