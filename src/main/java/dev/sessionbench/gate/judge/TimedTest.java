package dev.sessionbench.gate.judge;

import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.stats.WilcoxonSignedRank;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The test of one gated metric in one cell at one look.
 *
 * <p>A count that the policy calls exact must not change in either direction. If every fork of the
 * baseline has the same count, there is no margin. A candidate with any other count is then not
 * {@code same}.
 *
 * @param policy the policy
 * @param cell the cell
 * @param metric the metric's name
 * @param series the blocks at the look
 * @param ranks the test of their log-ratios
 */
record TimedTest(
    Policy policy, PolicyCell cell, String metric, Series series, WilcoxonSignedRank ranks) {
  static TimedTest of(Policy policy, PolicyCell cell, String metric, Series series) {
    double negligible = policy.metric(metric).negligible();
    return new TimedTest(
        policy, cell, metric, series, new WilcoxonSignedRank(series.logRatios(negligible)));
  }

  /** The same test with other blocks. */
  TimedTest with(Series others) {
    return of(policy, cell, metric, others);
  }

  double marginLog() {
    return isFact() ? 0 : policyMarginLog();
  }

  private double policyMarginLog() {
    return policy.marginLog(cell, metric, series.median(Side.BASELINE));
  }

  private boolean isCount() {
    return policy.exact().contains(metric);
  }

  private boolean isFact() {
    return isCount() && series.isConstant(Side.BASELINE);
  }

  double[] logRatios() {
    return series.logRatios(policy.metric(metric).negligible());
  }

  /**
   * The p-value of the hypothesis that the candidate is not worse by more than the margin. For a
   * count, the hypothesis is that it does not differ by more than the margin.
   */
  double pWorse() {
    return pBeyond(marginLog());
  }

  double pBeyond(double margin) {
    return isCount()
        ? Math.min(1, 2 * Math.min(ranks.pAbove(margin), ranks.pBelow(-margin)))
        : ranks.pAbove(margin);
  }

  /**
   * The p-value of the hypothesis that the candidate is not better by more than the margin; 1 for a
   * count, because no count is better than another.
   */
  double pBetter() {
    return isCount() ? 1 : ranks.pBelow(-marginLog());
  }

  /** The outcome if fresh pairs confirm a change beyond the margin. */
  Outcome beyond() {
    return isCount() ? Outcome.CHANGED : Outcome.REGRESSED;
  }

  /** The estimated change in multiples of the policy's margin. */
  double margins() {
    return ranks.estimate() / policyMarginLog();
  }

  /**
   * Whether two one-sided tests (TOST) reject a change as large as the margin in both directions.
   * This holds if the interval that inverts them lies between the margins.
   *
   * @param share the part of {@code clearAlpha} that each test may spend
   */
  boolean isSame(double share) {
    return interval(share)
        .filter(i -> isFact() ? !departs() : i.low() > -marginLog() && i.high() < marginLog())
        .isPresent();
  }

  /** The number of pairs in which the sides differ. */
  private long others() {
    return Arrays.stream(logRatios()).filter(ratio -> ratio != 0).count();
  }

  /**
   * Whether a count that never varies in the baseline differs in some pair. An earlier {@code same}
   * is then no longer valid.
   */
  boolean departs() {
    return isFact() && others() > 0;
  }

  private Optional<Interval> interval(double share) {
    return ranks.interval(policy.clearAlpha() * share);
  }

  /** The sides without a value and in how many blocks; empty if no value is missing. */
  String gaps() {
    if (series.pairs().isEmpty()) {
      return "no values";
    }
    List<String> gaps = new ArrayList<>();
    for (Side side : Side.values()) {
      long without = series.without(side, policy.metric(metric).negligible());
      if (without > 0) {
        int all = series.pairs().size();
        gaps.add("no value of the %s in %s of %s blocks".formatted(side, without, all));
      }
    }
    return String.join(", ", gaps);
  }

  /**
   * Makes a finding with the values of this test.
   *
   * @param share the part of {@code clearAlpha} that sets the interval's confidence
   */
  Finding finding(Finding.Kind kind, Outcome outcome, double pValue, double share, String note) {
    String other = "another in %d of %d pairs, and the same in every fork of the baseline";
    String departures = departs() ? other.formatted(others(), ranks.n()) : "";
    String notes =
        Stream.of(note, departures)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining("; "));
    String label = policy.metric(metric).label();
    Finding finding =
        new Finding(cell.name(), metric, label, kind, outcome, notes)
            .with(
                f ->
                    f.unit(series.unit())
                        .base(series.median(Side.BASELINE))
                        .head(series.median(Side.CANDIDATE))
                        .blocks(ranks.n())
                        .ratio(Math.exp(ranks.estimate()))
                        .pValue(pValue));
    // A look without a share for clearing shows the interval for all of clearAlpha.
    return interval(share > 0 ? share : 1)
        .map(i -> new Interval(Math.exp(i.low()), Math.exp(i.high()), i.confidence()))
        .map(finding::withInterval)
        .orElse(finding);
  }

  /**
   * The smallest relative change that a gate with the measured noise finds and confirms in four of
   * five runs. Such a change is significantly beyond the margin at Holm's hardest step, and again
   * in the fresh pairs alone.
   *
   * <p>The rank test's power is taken as that of a t-test on 3/pi as many blocks. The t-test has
   * the level that so few blocks can attain. A simulation in the tests checks the approximation.
   */
  static final class MinimumDetectableEffect {
    private static final double POWER = 0.8;
    private static final double EFFICIENCY = 3 / Math.PI;

    /**
     * The largest change beyond the margin that is considered, in standard deviations of a block.
     */
    private static final double MOST = 1_000;

    private final double deviations;

    /** The power of a test. */
    private record Power(int blocks, double critical) {
      static Power of(int blocks, double level) {
        double attained = new WilcoxonSignedRank(new double[blocks]).attained(level);
        return new Power(
            blocks,
            attained > 0 && blocks > 1
                ? TDistribution.of(blocks - 1.0).inverseSurvivalProbability(attained)
                : Double.POSITIVE_INFINITY);
      }

      double of(double deviations) {
        // The normal approximation of the noncentral t, because the deviation is estimated too.
        double spread = Math.sqrt(1 + critical * critical / (2 * (blocks - 1.0)));
        double excess = deviations * Math.sqrt(blocks * EFFICIENCY) - critical;
        return critical < Double.POSITIVE_INFINITY
            ? NormalDistribution.of(0, 1).cumulativeProbability(excess / spread)
            : 0;
      }
    }

    /**
     * The effect that a plan can detect.
     *
     * @param blocks the planned blocks
     * @param level the largest p-value by which one test is significant at Holm's hardest step
     * @param freshBlocks the fresh pairs of a confirmation
     * @param freshLevel the largest p-value at which they confirm
     */
    MinimumDetectableEffect(int blocks, double level, int freshBlocks, double freshLevel) {
      Power first = Power.of(blocks, level);
      Power second = Power.of(freshBlocks, freshLevel);
      double low = 0;
      double high = MOST;
      while (high - low > 1e-7 * high) {
        double middle = (low + high) / 2;
        boolean found = first.of(middle) * second.of(middle) >= POWER;
        low = found ? low : middle;
        high = found ? middle : high;
      }
      deviations = high;
    }

    /**
     * The smallest detectable change.
     *
     * @param logRatios the blocks' log-ratios, which give the noise
     * @param marginLog the margin, as a logarithm
     * @return the relative change, 0.05 for 5 %; empty if the blocks are too few
     */
    OptionalDouble of(double[] logRatios, double marginLog) {
      return logRatios.length < 2 || deviations == MOST
          ? OptionalDouble.empty()
          : OptionalDouble.of(
              Math.expm1(marginLog + deviations * Sample.of(logRatios).deviation()));
    }
  }
}
