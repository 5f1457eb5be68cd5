package dev.sessionbench.base.stats;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.GeometricMean;

/**
 * Compares a candidate with a baseline.
 *
 * @param ratio candidate over baseline: the {@link RatioInterval#estimate estimate} from all pairs
 *     of forks, or, without a test or where that is not defined, the ratio of the medians; NaN if
 *     the baseline is 0 or a sample is empty
 * @param interval the ratio's interval at {@value #CONFIDENCE}; empty without a test, or if the
 *     samples do not allow one
 * @param pValue the U-test's p-value; NaN without a test
 * @param verdict what was found
 */
public record Comparison(
    double ratio, Optional<Interval> interval, double pValue, Verdict verdict) {
  /** The confidence of intervals. A difference counts if its p-value is at most 1 minus this. */
  public static final double CONFIDENCE = 0.95;

  /**
   * Compares two samples of a measured metric, or of a count that varies.
   *
   * @param base the base
   * @param head the candidate
   * @param direction which way is better
   * @return the comparison
   */
  public static Comparison measured(Sample base, Sample head, Direction direction) {
    double p = RankTest.pValue(base, head);
    double estimate = RatioInterval.estimate(base, head);
    boolean defined = !Double.isNaN(estimate);
    Verdict verdict = Verdict.NOT_FOUND;
    if (!RankTest.rejects(RankTest.smallestPValue(base.n(), head.n()), CONFIDENCE)) {
      verdict = Verdict.TOO_FEW;
    } else if (RankTest.rejects(p, CONFIDENCE)) {
      // Ranks may differ although medians do not; then there is no direction to report.
      verdict =
          defined
              ? verdict(estimate, 1, direction, Verdict.NOT_FOUND)
              : verdict(head.median(), base.median(), direction, Verdict.NOT_FOUND);
    }
    double ratio = defined ? estimate : ratio(base, head);
    return new Comparison(ratio, RatioInterval.of(base, head, CONFIDENCE), p, verdict);
  }

  /**
   * Compares two samples of an exact count without a test. All forks of a sample agree, so any
   * difference counts.
   *
   * @param base the base
   * @param head the candidate
   * @param direction which way is better
   * @return the comparison
   */
  public static Comparison exact(Sample base, Sample head, Direction direction) {
    Verdict verdict =
        base.n() == 0 || head.n() == 0
            ? Verdict.TOO_FEW
            : verdict(head.median(), base.median(), direction, Verdict.EQUAL);
    return new Comparison(ratio(base, head), Optional.empty(), Double.NaN, verdict);
  }

  private static Verdict verdict(double head, double base, Direction direction, Verdict equal) {
    return head == base ? equal : direction.better(head, base) ? Verdict.BETTER : Verdict.WORSE;
  }

  private static double ratio(Sample base, Sample head) {
    if (base.n() > 0 && base.median() == head.median()) {
      return 1; // Also 0 over 0, two counts of nothing.
    }
    return base.median() == 0 ? Double.NaN : head.median() / base.median();
  }

  /**
   * The geometric mean of ratios, in which doubling and halving cancel out.
   *
   * @param ratios the ratios
   * @return their mean; empty if there are no ratios or one is not positive and finite
   */
  public static OptionalDouble mean(double... ratios) {
    double mean = GeometricMean.of(ratios).getAsDouble();
    return mean > 0 && Double.isFinite(mean) ? OptionalDouble.of(mean) : OptionalDouble.empty();
  }

  /** What a comparison found. */
  public enum Verdict {
    /** The candidate is better. */
    BETTER,
    /** The candidate is worse. */
    WORSE,
    /** Both are counts and equal. */
    EQUAL,
    /** No difference was found; there may still be one. */
    NOT_FOUND,
    /** Too few forks to find any difference. */
    TOO_FEW
  }

  /** The direction in which a metric is better. */
  public enum Direction {
    /** Times, counts of RPCs, memory. */
    LOWER_IS_BETTER,
    /** Operations per unit of time. */
    HIGHER_IS_BETTER;

    /**
     * The direction of a metric, by its unit.
     *
     * @param unit the metric's unit, for example {@code ops/ms}
     * @return higher is better for {@code ops/} or {@code operations/} any time, else lower
     */
    public static Direction of(String unit) {
      String lower = unit.toLowerCase(Locale.ROOT);
      return lower.startsWith("ops/") || lower.startsWith("operations/")
          ? HIGHER_IS_BETTER
          : LOWER_IS_BETTER;
    }

    /**
     * Whether one value is better than another.
     *
     * @param value the value
     * @param other the other
     * @return true if it is strictly better
     */
    public boolean better(double value, double other) {
      return this == LOWER_IS_BETTER ? value < other : value > other;
    }
  }
}
