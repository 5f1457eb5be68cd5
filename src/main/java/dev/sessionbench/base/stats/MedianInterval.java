package dev.sessionbench.base.stats;

import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * A distribution-free interval for a median, from the k-th smallest to the k-th largest value. It
 * misses the population's median only if fewer than k values lie on one side of it. That number is
 * binomial with probability 1/2 (H. A. David and H. N. Nagaraja, <i>Order Statistics</i>, 3rd ed.,
 * section 7.1). The tails are equal, and k is the largest that keeps the confidence. If forks are
 * independent, the coverage is at least the confidence for any distribution.
 */
public final class MedianInterval {
  private MedianInterval() {}

  /**
   * The interval of a sample.
   *
   * @param sample the sample
   * @param confidence the least coverage, above 0 and below 1
   * @return the interval with its exact coverage; empty if the sample is too small: 0.95 needs
   *     {@link #fewestForks 6} forks
   * @throws IllegalArgumentException if the confidence is out of range
   */
  public static Optional<Interval> of(Sample sample, double confidence) {
    int n = sample.n();
    int k = rank(n, confidence);
    if (k == 0) {
      return Optional.empty();
    }
    double missed = BinomialDistribution.of(n, 0.5).cumulativeProbability(k - 1);
    double[] sorted = sample.values().stream().mapToDouble(v -> v).sorted().toArray();
    return Optional.of(new Interval(sorted[k - 1], sorted[n - k], 1 - 2 * missed));
  }

  /**
   * The fewest forks that allow an interval.
   *
   * @param confidence the least coverage, above 0 and below 1
   * @return the number of forks, at least 2
   * @throws IllegalArgumentException if the confidence is out of range
   */
  public static int fewestForks(double confidence) {
    return IntStream.iterate(2, n -> n + 1)
        .filter(n -> rank(n, confidence) > 0)
        .findFirst()
        .orElseThrow();
  }

  /** The largest k for which {@code 2 P(Bin(n, 1/2) < k)} is at most 1 minus the confidence. */
  private static int rank(int n, double confidence) {
    Interval.requireConfidence(confidence);
    // The factor accepts a tail that equals the limit up to rounding.
    double limit = (1 - confidence) / 2 * (1 + 1e-12);
    return BinomialDistribution.of(n, 0.5).inverseCumulativeProbability(limit);
  }
}
