package dev.sessionbench.stats;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The Mann-Whitney U-test: how often two samples of one distribution would be at least as unlike in
 * their ranks. Exact up to 49 values a side without ties, and up to {@value #EXACT_WITH_TIES} with
 * them, where all divisions of the tied values between the sides are counted; otherwise by the
 * normal distribution with corrections for ties and continuity.
 */
public final class RankTest {
  /** Beyond, counting the divisions of tied values takes longer than it is worth. */
  private static final int EXACT_WITH_TIES = 25;

  /** Keeps a p-value that equals its limit but for rounding. */
  private static final double ROUNDING = 1 + 1e-9;

  private RankTest() {}

  /**
   * The two-sided p-value.
   *
   * @param base one sample
   * @param head the other
   * @return the p-value, from 0 to 1; NaN where a sample is empty
   */
  public static double pValue(Sample base, Sample head) {
    return pValue(base.toArray(), head.toArray());
  }

  /**
   * Whether a p-value is so small that a difference counts as found.
   *
   * @param pValue the p-value
   * @param confidence 1 less the probability of finding a difference where there is none
   * @return true where it is at most that probability
   */
  public static boolean rejects(double pValue, double confidence) {
    return pValue <= (1 - confidence) * ROUNDING;
  }

  /**
   * The smallest p-value that samples of these sizes can have: that of samples of which one lies
   * wholly above the other.
   *
   * @param baseForks the size of one sample, at least 0
   * @param headForks the size of the other, at least 0
   * @return the p-value, from 0 to 1; 1 where a sample is empty
   */
  public static double smallestPValue(int baseForks, int headForks) {
    return Math.min(1, 2 / BinomialCoefficientDouble.value(baseForks + headForks, baseForks));
  }

  static double pValue(double[] base, double[] head) {
    if (base.length == 0 || head.length == 0) {
      return Double.NaN;
    }
    Map<Double, Integer> counts = new TreeMap<>();
    DoubleStream.concat(DoubleStream.of(base), DoubleStream.of(head))
        .forEach(value -> counts.merge(value, 1, Integer::sum));
    if (counts.size() == 1) {
      return 1; // All values are equal, and the test's variance would be 0.
    }
    boolean tied = counts.size() < base.length + head.length;
    return tied && Math.max(base.length, head.length) <= EXACT_WITH_TIES
        ? withTies(base, counts)
        : MannWhitneyUTest.withDefaults().test(base, head).getPValue();
  }

  /**
   * The p-value from all divisions of the values between the sides: how many of them give the base
   * each sum of ranks, counted one group of equal values after another. Ranks are doubled, so that
   * the mean rank of a group is an integer.
   */
  private static double withTies(double[] base, Map<Double, Integer> counts) {
    int all = counts.values().stream().mapToInt(count -> count).sum();
    double[][] ways = new double[base.length + 1][2 * all * base.length + 1];
    ways[0][0] = 1;
    int below = 0;
    int observed = 0;
    for (Map.Entry<Double, Integer> group : counts.entrySet()) {
      int size = group.getValue();
      int rank = 2 * below + size + 1;
      for (int chosen = base.length; chosen > 0; chosen--) {
        for (int here = 1; here <= Math.min(size, chosen); here++) {
          double divisions = BinomialCoefficientDouble.value(size, here);
          for (int sum = here * rank; sum < ways[chosen].length; sum++) {
            ways[chosen][sum] += divisions * ways[chosen - here][sum - here * rank];
          }
        }
      }
      observed += rank * (int) DoubleStream.of(base).filter(v -> v == group.getKey()).count();
      below += size;
    }
    double[] sums = ways[base.length];
    double atMost = DoubleStream.of(sums).limit(observed + 1L).sum();
    double atLeast = DoubleStream.of(sums).skip(observed).sum();
    return Math.min(1, 2 * Math.min(atMost, atLeast) / DoubleStream.of(sums).sum());
  }
}
