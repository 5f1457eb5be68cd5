package dev.sessionbench.gate;

import dev.sessionbench.stats.Interval;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One gated metric of one cell at one look.
 *
 * @param policy the rules
 * @param cell the cell
 * @param metric the metric's name
 * @param series the blocks that are there at the look
 * @param ranks the test of their log-ratios
 */
record TimedTest(
    Policy policy, PolicyCell cell, String metric, Series series, WilcoxonSignedRank ranks) {

  static TimedTest of(Policy policy, PolicyCell cell, String metric, Series series) {
    return new TimedTest(policy, cell, metric, series, new WilcoxonSignedRank(series.logRatios()));
  }

  /** What stands for this test where looks are compared. */
  String name() {
    return cell.name() + ": " + metric;
  }

  double floorLog() {
    return policy.floorLog(metric, series.median(Arm.BASE));
  }

  private double bandLog() {
    return policy.bandLog(cell, metric, series.median(Arm.BASE));
  }

  /** The part of the intervals' error that one side of one end may take. */
  private double sideError(double share) {
    return (1 - policy.confidence()) / 2 * share;
  }

  /** The interval of the log-ratio; nothing where the blocks or the share are too few. */
  Optional<Interval> interval(double share) {
    return ranks.interval(sideError(share));
  }

  /** Whether the interval lies beyond the floor on the worse side. */
  boolean isClearlyWorse(double share) {
    return interval(share).filter(i -> i.low() > floorLog()).isPresent();
  }

  /** Whether the interval lies beyond the floor on the better side. */
  boolean isClearlyBetter(double share) {
    return interval(share).filter(i -> i.high() < -floorLog()).isPresent();
  }

  /**
   * Whether the interval lies inside the band and the estimate within the floor: a change that the
   * band would hide but that is likely to matter is not the same.
   */
  boolean isSame(double share) {
    return Math.abs(ranks.estimate()) <= floorLog()
        && interval(share).filter(i -> i.low() > -bandLog() && i.high() < bandLog()).isPresent();
  }

  /** A finding with the figures of this test. */
  Finding finding(Outcome outcome, double adjustedPValue, double share, String note) {
    OptionalDouble detectable =
        MinimumDetectableEffect.of(
            series.logRatios(), policy.tests(), policy.alpha(), sideError(1), floorLog());
    return finding(Finding.Kind.MEASURED, outcome, adjustedPValue, share, detectable, note);
  }

  /** What is shown of a metric that does not decide. */
  Finding shown() {
    return finding(Finding.Kind.SHOWN, Outcome.SAME, Double.NaN, 1, OptionalDouble.empty(), "");
  }

  private Finding finding(
      Finding.Kind kind,
      Outcome outcome,
      double pValue,
      double share,
      OptionalDouble detectable,
      String note) {
    String label = policy.metric(metric).label();
    Figures figures = Figures.measured(series, ranks, interval(share), pValue, detectable);
    return new Finding(cell.name(), metric, label, kind, outcome, figures, note);
  }
}
