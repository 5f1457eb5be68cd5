package dev.sessionbench.base.stats;

import java.util.stream.DoubleStream;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.ranking.NaturalRanking;

/**
 * The Mann-Whitney U-test. Its p-value is how often two samples of one distribution would differ at
 * least as much in their ranks. It is exact up to 49 values a side without ties. With ties it is
 * exact up to {@value #EXACT_WITH_TIES}, by counting all divisions of the tied values between the
 * samples. Beyond that it uses the normal distribution, corrected for ties and continuity.
 */
public final class RankTest {
  /** With more values, counting the divisions of tied values takes too long. */
  private static final int EXACT_WITH_TIES = 25;

  /** Accepts a p-value that equals its limit up to rounding. */
  private static final double ROUNDING = 1 + 1e-9;

  private RankTest() {}

  /**
   * The two-sided p-value.
   *
   * @param base one sample
   * @param head the candidate
   * @return the p-value, from 0 to 1; NaN if a sample is empty
   */
  public static double pValue(Sample base, Sample head) {
    return pValue(base.toArray(), head.toArray());
  }

  /**
   * Whether a p-value is small enough to report a difference.
   *
   * @param pValue the p-value
   * @param confidence 1 minus the probability of reporting a difference where there is none
   * @return true if the p-value is at most that probability
   */
  public static boolean rejects(double pValue, double confidence) {
    return pValue <= (1 - confidence) * ROUNDING;
  }

  /**
   * The smallest possible p-value for samples of these sizes: one sample lies wholly above the
   * other.
   *
   * @param baseForks the size of one sample, at least 0
   * @param headForks the size of the other, at least 0
   * @return the p-value, from 0 to 1; 1 if a sample is empty
   */
  public static double smallestPValue(int baseForks, int headForks) {
    return Math.min(1, 2 / BinomialCoefficientDouble.value(baseForks + headForks, baseForks));
  }

  /**
   * The two-sided p-value of the rank-sum test (Mann and Whitney, 1947).
   *
   * @param base one sample, without NaN
   * @param head the other
   * @return from 0 to 1; NaN if a sample is empty
   */
  public static double pValue(double[] base, double[] head) {
    if (base.length == 0 || head.length == 0) {
      return Double.NaN;
    }
    double[] ranks =
        new NaturalRanking()
            .apply(DoubleStream.concat(DoubleStream.of(base), DoubleStream.of(head)).toArray());
    long distinct = DoubleStream.of(ranks).distinct().count();
    if (distinct == 1) {
      return 1; // All values are equal, and the test's variance would be 0.
    }
    boolean tied = distinct < ranks.length;
    return tied && Math.max(base.length, head.length) <= EXACT_WITH_TIES
        ? withTies(ranks, base.length)
        : MannWhitneyUTest.withDefaults().test(base, head).getPValue();
  }

  /**
   * The p-value from all divisions of the ranks between the samples. It counts how many of them
   * give the baseline each sum, one rank after another. Ranks are doubled, so that the mean rank of
   * equal values is an integer.
   *
   * @param ranks the ranks of the baseline, then those of the candidate
   */
  private static double withTies(double[] ranks, int base) {
    double[][] ways = new double[base + 1][2 * ranks.length * base + 1];
    ways[0][0] = 1;
    for (double rank : ranks) {
      int doubled = (int) (2 * rank);
      for (int chosen = base; chosen > 0; chosen--) {
        for (int sum = doubled; sum < ways[chosen].length; sum++) {
          ways[chosen][sum] += ways[chosen - 1][sum - doubled];
        }
      }
    }
    double[] sums = ways[base];
    int observed = (int) (2 * DoubleStream.of(ranks).limit(base).sum());
    double atMost = DoubleStream.of(sums).limit(observed + 1L).sum();
    double atLeast = DoubleStream.of(sums).skip(observed).sum();
    return Math.min(1, 2 * Math.min(atMost, atLeast) / DoubleStream.of(sums).sum());
  }
}
