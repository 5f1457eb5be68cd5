package dev.sessionbench.gate.judge;

import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.RankTest;
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
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One gated metric of one cell at one look.
 *
 * <p>A count that the policy calls exact must not change, neither way. Where every fork of the
 * baseline has the same, that is a fact of the rule: then there is no margin, and whatever the
 * candidate has else is at least no {@code same}.
 *
 * @param policy the policy
 * @param cell the cell
 * @param metric the metric's name
 * @param series the blocks that are there at the look
 * @param ranks the test of their log-ratios
 */
record TimedTest(
    Policy policy, PolicyCell cell, String metric, Series series, WilcoxonSignedRank ranks) {
  /** The p-value from which on it is worth a word that a fork ran second. */
  private static final double NOTABLE = 0.01;

  static TimedTest of(Policy policy, PolicyCell cell, String metric, Series series) {
    double negligible = policy.metric(metric).negligible();
    return new TimedTest(
        policy, cell, metric, series, new WilcoxonSignedRank(series.logRatios(negligible)));
  }

  /** The same of other blocks. */
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
   * The p-value of the hypothesis that the candidate is not worse by more than the margin; of a
   * count, that it is not another by more.
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
   * The p-value of the hypothesis that the candidate is not better by more than the margin; no
   * count is better than another.
   */
  double pBetter() {
    return isCount() ? 1 : ranks.pBelow(-marginLog());
  }

  /** What the candidate is if fresh pairs agree that it is beyond the margin. */
  Outcome beyond() {
    return isCount() ? Outcome.CHANGED : Outcome.REGRESSED;
  }

  /** How many of the policy's margins the estimated change is. */
  double margins() {
    return ranks.estimate() / policyMarginLog();
  }

  /**
   * Whether two one-sided tests (TOST) reject both a change for the worse and one for the better as
   * large as the margin: the interval that inverts them lies between the margins.
   *
   * @param share the part of {@code clearAlpha} that each may spend
   */
  boolean isSame(double share) {
    return interval(share)
        .filter(i -> isFact() ? !departs() : i.low() > -marginLog() && i.high() < marginLog())
        .isPresent();
  }

  /** In how many pairs the sides differ. */
  private long others() {
    return Arrays.stream(logRatios()).filter(ratio -> ratio != 0).count();
  }

  /** Whether a count is another in some pair where it is a fact: what cleared it does no more. */
  boolean departs() {
    return isFact() && others() > 0;
  }

  private Optional<Interval> interval(double share) {
    return ranks.interval(policy.clearAlpha() * share);
  }

  /** The sides that have no value, and how often; empty where none is missing. */
  String gaps() {
    if (series.pairs().isEmpty()) {
      return "no values";
    }
    List<String> gaps = new ArrayList<>();
    for (Side side : Side.values()) {
      long without = series.without(side, policy.metric(metric).negligible());
      if (without > 0) {
        gaps.add(
            "no value of the %s in %s of %s blocks"
                .formatted(side, without, series.pairs().size()));
      }
    }
    return String.join(", ", gaps);
  }

  /** What a fork has from being second, where that is notable; empty where it is not. */
  private String positionEffect() {
    double[] ratios = logRatios();
    if (ratios.length < series.pairs().size()) {
      return "";
    }
    Sample headSecond = ofFirst(Side.BASELINE, ratios);
    Sample headFirst = ofFirst(Side.CANDIDATE, ratios);
    return RankTest.pValue(headFirst, headSecond) <= NOTABLE
        ? String.format(
            Locale.ROOT,
            "whichever side runs second: %+.1f %%",
            100 * Math.expm1((headSecond.median() - headFirst.median()) / 2))
        : "";
  }

  private Sample ofFirst(Side side, double[] ratios) {
    return Sample.of(
        IntStream.range(0, ratios.length)
            .filter(i -> series.pairs().get(i).first() == side)
            .mapToDouble(i -> ratios[i])
            .toArray());
  }

  /**
   * A finding with the values of this test.
   *
   * @param share the part of {@code clearAlpha} by which the interval is shown
   */
  Finding finding(Finding.Kind kind, Outcome outcome, double pValue, double share, String note) {
    String departures =
        departs()
            ? "another in %d of %d pairs, and the same in every fork of the baseline"
                .formatted(others(), ranks.n())
            : "";
    String notes =
        Stream.of(note, departures, positionEffect())
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining("; "));
    Finding finding =
        Finding.count(
                cell.name(),
                metric,
                kind,
                outcome,
                series.median(Side.BASELINE),
                series.median(Side.CANDIDATE),
                ranks.n(),
                notes)
            .with(
                f ->
                    f.label(policy.metric(metric).label())
                        .unit(series.unit())
                        .ratio(Math.exp(ranks.estimate()))
                        .pValue(pValue));
    // A look that may not clear shows the whole interval all the same.
    return interval(share > 0 ? share : 1)
        .map(i -> new Interval(Math.exp(i.low()), Math.exp(i.high()), i.confidence()))
        .map(finding::withInterval)
        .orElse(finding);
  }

  /**
   * The smallest relative change that a gate would find and confirm in four of five runs, from the
   * noise that it measured: significantly beyond the margin after Holm's correction at its hardest
   * step, and again in the fresh pairs alone.
   *
   * <p>The rank test's power is that of a t-test on 3/pi as many blocks, at the level that so few
   * blocks can have, near enough for a statement of this kind; a simulation in the tests holds it
   * to the truth.
   */
  static final class MinimumDetectableEffect {
    private static final double POWER = 0.8;
    private static final double EFFICIENCY = 3 / Math.PI;

    /** Change beyond the margin, in deviations of a block, beyond which nobody asks. */
    private static final double MOST = 1_000;

    private final double deviations;

    /** How often a test finds a change. */
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
        // The normal approximation of the noncentral t: the deviation is estimated too.
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
     * @param freshLevel the largest p-value by which they confirm
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
     * The change.
     *
     * @param logRatios the blocks' log-ratios, by which the noise is known
     * @param marginLog the margin, as a logarithm
     * @return the relative change, 0.05 for 5 %; nothing where the blocks are too few for any
     */
    OptionalDouble of(double[] logRatios, double marginLog) {
      return logRatios.length < 2 || deviations == MOST
          ? OptionalDouble.empty()
          : OptionalDouble.of(
              Math.expm1(marginLog + deviations * Sample.of(logRatios).deviation()));
    }
  }
}
