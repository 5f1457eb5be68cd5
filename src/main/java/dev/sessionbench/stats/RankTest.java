package dev.sessionbench.stats;

import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The Mann-Whitney U-test: how often two samples of one distribution would be at least as unlike in
 * their ranks. Exact up to 50 values a side without ties, otherwise by the normal distribution with
 * corrections for ties and continuity.
 */
public final class RankTest {
  private RankTest() {}

  /**
   * The two-sided p-value.
   *
   * @param base one sample
   * @param head the other
   * @return the p-value, from 0 to 1; NaN where a sample is empty
   */
  public static double pValue(Sample base, Sample head) {
    if (base.n() == 0 || head.n() == 0) {
      return Double.NaN;
    }
    if (Math.min(base.min(), head.min()) == Math.max(base.max(), head.max())) {
      return 1; // All values are equal, and the test's variance would be 0.
    }
    return MannWhitneyUTest.withDefaults().test(array(base), array(head)).getPValue();
  }

  private static double[] array(Sample sample) {
    return sample.values().stream().mapToDouble(Double::doubleValue).toArray();
  }
}
