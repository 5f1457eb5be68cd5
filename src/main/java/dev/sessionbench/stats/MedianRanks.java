package dev.sessionbench.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleBinaryOperator;
import org.apache.commons.numbers.combinatorics.LogBinomialCoefficient;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Which ranks of a sample of n the median of a bootstrap resample lies on, and how probably. The
 * i-th smallest of n draws with replacement has a rank of at most r with probability {@code
 * P(Bin(n, r/n) >= i)}. For even n = 2m the median is the mean of the m-th and the next draw, which
 * have the ranks r and s > r with probability {@code C(n, m) (F(r) - F(r-1)) (F(n-s+1) - F(n-s))},
 * {@code F(k) = (k/n)^m}: m draws with r as their largest, and the others with s as their smallest.
 */
final class MedianRanks {
  private static final ConcurrentHashMap<Integer, List<MedianRanks.Pair>> BY_SIZE =
      new ConcurrentHashMap<>();

  /** Less likely pairs are left out; all of them together have 0.002 % at 40 forks. */
  private static final double NEGLIGIBLE = 1e-6;

  private MedianRanks() {}

  /**
   * Two ranks whose values' mean is the median.
   *
   * @param lower the lower one, from 0
   * @param upper the upper one, not below the lower
   * @param probability how probable the pair is
   */
  record Pair(int lower, int upper, double probability) {}

  /** The pairs of a sample of this size, at least 1; their probabilities add up to about 1. */
  static List<Pair> of(int n) {
    return BY_SIZE.computeIfAbsent(n, size -> size % 2 == 1 ? odd(size) : even(size));
  }

  private static List<Pair> odd(int n) {
    List<Pair> pairs = new ArrayList<>();
    double below = 0;
    for (int r = 1; r <= n; r++) {
      double upTo = atMost(r, (n + 1) / 2, n);
      add(pairs, r, r, upTo - below);
      below = upTo;
    }
    return List.copyOf(pairs);
  }

  private static List<Pair> even(int n) {
    int m = n / 2;
    double logChoose = LogBinomialCoefficient.value(n, m);
    // By logarithms: for many forks the coefficient overflows and the powers underflow.
    DoubleBinaryOperator both =
        (r, k) -> Math.exp(logChoose + m * Math.log(r / n) + m * Math.log(k / n));
    List<Pair> pairs = new ArrayList<>();
    double below = 0;
    for (int r = 1; r <= n; r++) {
      double upTo = atMost(r, m, n);
      double above = largestIs(r, n - r, both);
      add(pairs, r, r, upTo - below - above);
      for (int s = r + 1; s <= n; s++) {
        add(pairs, r, s, largestIs(r, n - s + 1, both) - largestIs(r, n - s, both));
      }
      below = upTo;
    }
    return List.copyOf(pairs);
  }

  /** The probability that half of the draws have r as their largest, the others are the top k. */
  private static double largestIs(int r, int k, DoubleBinaryOperator both) {
    return both.applyAsDouble(r, k) - both.applyAsDouble(r - 1, k);
  }

  private static void add(List<Pair> pairs, int r, int s, double probability) {
    if (probability > NEGLIGIBLE) {
      pairs.add(new Pair(r - 1, s - 1, probability));
    }
  }

  /** The probability that the i-th smallest of n draws has a rank of at most r. */
  private static double atMost(int r, int i, int n) {
    return BinomialDistribution.of(n, (double) r / n).survivalProbability(i - 1);
  }
}
