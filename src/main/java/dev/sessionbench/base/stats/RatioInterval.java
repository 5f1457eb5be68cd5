package dev.sessionbench.base.stats;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * By which factor one sample lies above another: an estimate and an interval, both from the ratios
 * of every head to every base.
 *
 * <p>The estimate is that of Hodges and Lehmann on the scale of logarithms, the median of all those
 * ratios. The interval is the {@link RankTest} inverted: it holds the factors that the test does
 * not reject once the base is multiplied by them, and lies between two of the ratios (M. Hollander,
 * D. A. Wolfe and E. Chicken, <i>Nonparametric Statistical Methods</i>, 3rd ed., section 4.3). So
 * it holds 1 where, and only where, the test finds no difference. If the head is distributed as the
 * base times a factor, it covers that factor with at least its confidence, whatever the
 * distribution, if forks are independent; it is not an interval for the ratio of two medians where
 * the distributions differ in more than a factor.
 */
public final class RatioInterval {
  /** Two logarithms closer than this are one that was rounded differently. */
  private static final double ALMOST_EQUAL = 1e-12;

  private final double[] base;
  private final double[] head;

  /** Every head less every base, ascending. */
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
   * @param head the sample above the line
   * @return the estimated factor; NaN where a sample is empty or a value is not positive
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
   * @param head the sample above the line
   * @param confidence the least coverage, above 0 and below 1
   * @return the interval with the coverage that the test's p-values at its ends give; nothing where
   *     the samples are too small, or where a value is not positive, for then ratios have no
   *     meaning
   * @throws IllegalArgumentException if the confidence is out of range
   */
  public static Optional<Interval> of(Sample base, Sample head, double confidence) {
    Interval.requireConfidence(confidence);
    double smallest = RankTest.smallestPValue(base.n(), head.n());
    if (!isDefined(base, head) || !RankTest.rejects(smallest, confidence)) {
      return Optional.empty();
    }
    return Optional.of(new RatioInterval(base, head, confidence).interval());
  }

  /**
   * The fewest forks on each side that allow an interval.
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

  /** Every head less every base, ascending. */
  private static double[] differences(double[] base, double[] head) {
    double[] differences = new double[base.length * head.length];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = head[i / base.length] - base[i % base.length];
    }
    Arrays.sort(differences);
    return differences;
  }

  /**
   * The search for the factors that the test does not reject. Between two neighbouring differences
   * the ranks do not change, so each gap between them is tried once at most, and from the middle
   * outwards the p-values fall.
   */
  private Interval interval() {
    int middle = all.length / 2;
    // Gap g lies below difference g; those that rounding alone makes are passed over.
    int below = last(0, middle, this::rejects);
    int above = -last(-all.length, -middle, gap -> rejects(-gap));
    double low = all[below];
    double high = all[above - 1];
    double unlikely = Math.max(pValue(below), pValue(above));
    // Values that tie across the sides may set the test at 1 apart from the gaps beside it.
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

  /** The last gap of a range of which the first ones are rejected and the others are not. */
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
    // Of a group of equal differences only its two ends are gaps.
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
   * How many forks a difference would take to be found in four of five repetitions. The true
   * difference is given, not taken from the data: a difference that happens to be observed is too
   * large as often as too small, and where none was found it would say most often that many forks
   * are missing. From the data comes only how wide an interval is, whose half width on the scale of
   * logarithms shrinks with the square root of the forks.
   */
  public static final class ForksNeeded {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double POWER = NORMAL.inverseCumulativeProbability(0.8);

    private ForksNeeded() {}

    /**
     * The forks to add on each side.
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
