package dev.sessionbench.stats;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws the median of a bootstrap resample without making the resample. Drawing n values from n
 * with replacement and sorting the draws gives order statistics whose distribution over the ranks
 * of the original sample is known: the i-th smallest draw has a rank of at most r with probability
 * {@code P(Bin(n, r/n) >= i)}; and given that the lower middle draw of an even number has rank r,
 * the upper middle one has a rank of at least s > r with a probability proportional to {@code
 * ((n-s+1)/n)^m}, m = n/2. Two searches in tables replace n draws and a sort.
 */
final class MedianDraws {
  private static final ConcurrentHashMap<Integer, MedianDraws> BY_SIZE = new ConcurrentHashMap<>();

  private final int n;

  /** At r: the probability that the (lower) middle draw has a rank of at most r + 1. */
  private final double[] lowerRank;

  /** At r, for even n: given rank r + 1 of the lower, the chance of {@code powers} per unit. */
  private final double[] upperWeight;

  /** At k: {@code (k/n)^m}. */
  private final double[] powers;

  private MedianDraws(int n) {
    this.n = n;
    int m = n / 2;
    int middle = (n + 1) / 2;
    lowerRank = new double[n];
    upperWeight = new double[n];
    powers = new double[n + 1];
    for (int k = 0; k <= n; k++) {
      powers[k] = Math.pow((double) k / n, m);
    }
    double choose = Math.exp(logChoose(n, m));
    for (int r = 1; r <= n; r++) {
      lowerRank[r - 1] = r == n ? 1 : atLeast(middle, (double) r / n);
      double mass = lowerRank[r - 1] - (r == 1 ? 0 : lowerRank[r - 2]);
      upperWeight[r - 1] = mass <= 0 ? 0 : choose * (powers[r] - powers[r - 1]) / mass;
    }
  }

  static MedianDraws of(int n) {
    return BY_SIZE.computeIfAbsent(n, MedianDraws::new);
  }

  /** The median of one resample of a sorted sample of this size. */
  double draw(double[] sorted, UniformRandomProvider random) {
    int lower = firstAtLeast(lowerRank, random.nextDouble());
    if (n % 2 == 1) {
      return sorted[lower];
    }
    double weight = upperWeight[lower];
    // P(upper rank >= s) = weight * powers[n - s + 1]: invert it; where s is not above, they tie.
    double power = weight == 0 ? 1 : random.nextDouble() / weight;
    int k = power > 1 ? n + 1 : firstAtLeast(powers, power);
    int upper = Math.max(lower, n - k);
    return (sorted[lower] + sorted[Math.min(upper, n - 1)]) / 2;
  }

  private static int firstAtLeast(double[] ascending, double value) {
    int found = Arrays.binarySearch(ascending, value);
    return Math.min(found >= 0 ? found : -found - 1, ascending.length - 1);
  }

  private double atLeast(int least, double p) {
    double sum = 0;
    for (int i = least; i <= n; i++) {
      sum += Math.exp(logChoose(n, i) + i * Math.log(p) + (n - i) * Math.log1p(-p));
    }
    return Math.min(1, sum);
  }

  private static double logChoose(int n, int k) {
    double log = 0;
    for (int i = 0; i < k; i++) {
      log += Math.log((double) (n - i) / (i + 1));
    }
    return log;
  }
}
