package dev.sessionbench.base.stats;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Estimates the factor by which one sample lies above another, with an interval. Both come from the
 * ratios of every candidate value to every baseline value.
 *
 * <p>The estimate is that of Hodges and Lehmann on a log scale: the median of all those ratios. The
 * interval is the {@link RankTest} inverted. It holds the factors that the test does not reject
 * after multiplying the baseline by them, and its ends are two of the ratios (M. Hollander, D. A.
 * Wolfe and E. Chicken, <i>Nonparametric Statistical Methods</i>, 3rd ed., section 4.3). So it
 * holds 1 if and only if the test finds no difference. If candidate values are distributed as
 * baseline values times a factor, it covers that factor with at least its confidence. This assumes
 * independent forks but no particular distribution. If the distributions differ in more than a
 * factor, it is not an interval for the ratio of medians.
 */
public final class RatioInterval {
  /** Logarithms closer than this differ by rounding only. */
  private static final double ALMOST_EQUAL = 1e-12;

  private final double[] base;
  private final double[] head;

  /** Every candidate logarithm minus every baseline logarithm, ascending. */
  private final double[] all;

  private final double confidence;

  private RatioInterval(Sample base, Sample head, double confidence) {
    this.base = logs(base);
    this.head = logs(head);
    this.all = differences(this.base, this.head);
    this.confidence = confidence;
  }

  /**
   * The estimate.
   *
   * @param base the sample below the line
   * @param head the candidate
   * @return the estimated factor; NaN if a sample is empty or a value is not positive
   */
  public static double estimate(Sample base, Sample head) {
    return isDefined(base, head)
        ? Math.exp(Sample.median(differences(logs(base), logs(head))))
        : Double.NaN;
  }

  /**
   * The interval.
   *
   * @param base the sample below the line
   * @param head the candidate
   * @param confidence the least coverage, above 0 and below 1
   * @return the interval with the coverage that the test's p-values at its ends give. Empty if the
   *     samples are too small, or if a value is not positive
   * @throws IllegalArgumentException if the confidence is out of range
   */
  public static Optional<Interval> of(Sample base, Sample head, double confidence) {
    Interval.requireConfidence(confidence);
    double smallest = RankTest.smallestPValue(base.n(), head.n());
    return isDefined(base, head) && RankTest.rejects(smallest, confidence)
        ? Optional.of(new RatioInterval(base, head, confidence).interval())
        : Optional.empty();
  }

  /**
   * The fewest forks in each sample that allow an interval.
   *
   * @param confidence the least coverage, above 0 and below 1
   * @return the number of forks, at least 2
   */
  public static int fewestForks(double confidence) {
    return IntStream.iterate(2, n -> n + 1)
        .filter(n -> RankTest.rejects(RankTest.smallestPValue(n, n), confidence))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isDefined(Sample base, Sample head) {
    return base.min() > 0 && head.min() > 0;
  }

  private static double[] logs(Sample sample) {
    return sample.values().stream().mapToDouble(Math::log).toArray();
  }

  /** Every candidate logarithm minus every baseline logarithm, ascending. */
  private static double[] differences(double[] base, double[] head) {
    double[] differences = new double[base.length * head.length];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = head[i / base.length] - base[i % base.length];
    }
    Arrays.sort(differences);
    return differences;
  }

  /**
   * Searches for the factors that the test does not reject. Ranks do not change between
   * neighbouring differences, so one try for each gap suffices. P-values fall from the middle
   * outwards.
   */
  private Interval interval() {
    int middle = all.length / 2;
    // Gap g lies below difference g. Gaps that are due to rounding are skipped.
    int below = last(0, middle, this::rejects);
    int above = -last(-all.length, -middle, gap -> rejects(-gap));
    double low = all[below];
    double high = all[above - 1];
    double unlikely = Math.max(pValue(below), pValue(above));
    // If values tie across the samples, the test at 1 may differ from that of the neighbouring
    // gaps.
    if (!RankTest.rejects(RankTest.pValue(base, head), confidence)) {
      low = Math.min(low, 0);
      high = Math.max(high, 0);
    } else if (low <= ALMOST_EQUAL && high >= -ALMOST_EQUAL) {
      boolean slower = Sample.median(all) > 0;
      low = slower ? ALMOST_EQUAL : low;
      high = slower ? high : -ALMOST_EQUAL;
    }
    return new Interval(Math.exp(low), Math.exp(high), 1 - unlikely);
  }

  /**
   * The last rejected gap of a range that begins with rejected gaps and ends with accepted ones.
   */
  private static int last(int from, int to, IntPredicate rejected) {
    int low = from;
    int high = to;
    while (high - low > 1) {
      int guess = (low + high) / 2;
      if (rejected.test(guess)) {
        low = guess;
      } else {
        high = guess;
      }
    }
    return low;
  }

  private boolean rejects(int gap) {
    return RankTest.rejects(pValue(gap), confidence);
  }

  private double pValue(int gap) {
    // In a group of equal differences, only the two ends are gaps.
    int at = gap;
    int outwards = gap < all.length / 2 ? -1 : 1;
    while (at > 0 && at < all.length && all[at] - all[at - 1] < ALMOST_EQUAL) {
      at += outwards;
    }
    double start = at == 0 ? all[0] - 1 : all[at - 1];
    double end = at == all.length ? all[all.length - 1] + 1 : all[at];
    double factor = (start + end) / 2;
    return RankTest.pValue(Arrays.stream(base).map(b -> b + factor).toArray(), head);
  }

  /**
   * Plans how many forks find a difference in four of five repetitions. Callers give the true
   * difference, because an observed one is too large as often as too small. Where no difference was
   * found, an observed one would mostly demand many forks. The data give only the width of the
   * interval. Its half width on a log scale shrinks with the square root of the forks.
   */
  public static final class ForksNeeded {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double POWER = NORMAL.inverseCumulativeProbability(0.8);

    private ForksNeeded() {}

    /**
     * The forks to add to each sample.
     *
     * @param forks the forks that gave the interval
     * @param interval their interval of a ratio, its ends positive
     * @param trueRatio the ratio to find, positive and not 1
     * @return the additional forks, at least 0
     */
    public static long more(int forks, Interval interval, double trueRatio) {
      double halfWidth = (Math.log(interval.high()) - Math.log(interval.low())) / 2;
      double standardError = halfWidth / quantile(interval.confidence());
      double effect = Math.abs(Math.log(trueRatio));
      double factor = (quantile(Comparison.CONFIDENCE) + POWER) * standardError / effect;
      return Math.max(0, (long) Math.ceil(forks * factor * factor) - forks);
    }

    private static double quantile(double confidence) {
      return NORMAL.inverseCumulativeProbability((1 + confidence) / 2);
    }
  }
}
