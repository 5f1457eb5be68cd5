package dev.sessionbench.stats;

import java.util.Optional;

/**
 * An interval for the ratio of two locations from very few forks, head over base: from the smallest
 * head over the largest base to the largest head over the smallest base. It is the interval that
 * inverts the U-test at its extreme (M. Hollander, D. A. Wolfe and E. Chicken, <i>Nonparametric
 * Statistical Methods</i>, 3rd ed., section 4.3, on logarithms): if head is base times a factor and
 * forks are independent, it misses the factor only where all forks of one side lie on one side of
 * all forks of the other once the factor is taken out, which has probability {@code 2 / C(m + n,
 * n)}, whatever the distribution.
 *
 * <p>It is the widest interval that the data can give, and the only one: three forks a side reach
 * 90 %, four reach 97 %. From {@link RatioInterval#FEWEST_FORKS} on the bootstrap is narrower.
 */
public final class AllPairsInterval {
  /** What three forks a side reach, the least that is called an interval here. */
  public static final double LEAST_CONFIDENCE = 0.9;

  private AllPairsInterval() {}

  /**
   * The interval of a ratio.
   *
   * @param base the sample below the line
   * @param head the sample above the line
   * @return the interval with its exact confidence; nothing where that is below {@value
   *     #LEAST_CONFIDENCE}, or where a value is not positive
   */
  public static Optional<Interval> of(Sample base, Sample head) {
    if (base.n() == 0 || head.n() == 0 || base.min() <= 0 || head.min() <= 0) {
      return Optional.empty();
    }
    double confidence = confidence(base.n(), head.n());
    return confidence < LEAST_CONFIDENCE
        ? Optional.empty()
        : Optional.of(new Interval(head.min() / base.max(), head.max() / base.min(), confidence));
  }

  /**
   * The confidence of an interval from so many forks.
   *
   * @param baseForks the forks below the line, at least 1
   * @param headForks the forks above the line, at least 1
   * @return the probability that the interval covers the ratio, from 0 to below 1
   */
  public static double confidence(int baseForks, int headForks) {
    return 1 - 2 / choose(baseForks + headForks, baseForks);
  }

  private static double choose(int n, int k) {
    double ways = 1;
    for (int i = 1; i <= k; i++) {
      ways = ways * (n - k + i) / i;
    }
    return ways;
  }
}
