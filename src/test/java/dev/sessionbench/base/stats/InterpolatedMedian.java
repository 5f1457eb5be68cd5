package dev.sessionbench.base.stats;

import java.util.Optional;

/**
 * The interval that {@link MedianInterval} could be and is not: its ends lie between two order
 * statistics, so that the nominal confidence is met (T. P. Hettmansperger and S. J. Sheather,
 * <i>Confidence intervals based on interpolated order statistics</i>, Statistics and Probability
 * Letters 4, 1986). {@code docs/coverage.md} says what it covers and why it is not used.
 */
final class InterpolatedMedian {
  private InterpolatedMedian() {}

  static Optional<Interval> of(Sample sample, double confidence) {
    int n = sample.n();
    int k = 0;
    while (2 * tail(n, k) <= 1 - confidence) {
      k++;
    }
    if (k == 0) {
      return Optional.empty();
    }
    double wide = 1 - 2 * tail(n, k - 1);
    double narrow = 1 - 2 * tail(n, k);
    double share = (wide - confidence) / (wide - narrow);
    double inward = (n - k) * share / (k + (n - 2 * k) * share);
    double[] sorted = sample.values().stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return Optional.of(
        new Interval(
            (1 - inward) * sorted[k - 1] + inward * sorted[k],
            (1 - inward) * sorted[n - k] + inward * sorted[n - k - 1],
            confidence));
  }

  /** {@code P(Bin(n, 1/2) <= most)}. */
  private static double tail(int n, int most) {
    double sum = 0;
    double choose = 1;
    for (int i = 0; i <= most; i++) {
      sum += choose;
      choose = choose * (n - i) / (i + 1);
    }
    return sum / Math.pow(2, n);
  }
}
