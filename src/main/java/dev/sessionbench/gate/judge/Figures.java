package dev.sessionbench.gate.judge;

import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.WilcoxonSignedRank;
import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.Series;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures behind a finding.
 *
 * @param unit the metric's unit
 * @param base the base's median; NaN without any
 * @param head the head's median; NaN without any
 * @param blocks the pairs behind it
 * @param ratio the estimated ratio of head to base; NaN for counts and without any
 * @param interval the ratio's interval; nothing for counts and where the blocks are too few
 * @param pValue the p-value of a change beyond the margin, to the side it was found on, after
 *     Holm's correction; NaN where there is no test
 * @param detectable the minimum detectable effect, a relative change; nothing for counts, and where
 *     the blocks are too few for any
 */
public record Figures(
    String unit,
    double base,
    double head,
    int blocks,
    double ratio,
    Optional<Interval> interval,
    double pValue,
    OptionalDouble detectable) {
  /** Of what was not measured. */
  static final Figures NONE = counts("", Double.NaN, Double.NaN, 0);

  /**
   * Those of a count, which is compared without statistics.
   *
   * @param unit the count's unit
   * @param base the base's median; NaN without any
   * @param head the head's median; NaN without any
   * @param pairs how many values both arms have
   * @return the figures
   */
  public static Figures counts(String unit, double base, double head, int pairs) {
    return new Figures(
        unit, base, head, pairs, Double.NaN, Optional.empty(), Double.NaN, OptionalDouble.empty());
  }

  /** Those of measured blocks; the interval is one of the log-ratio. */
  static Figures measured(
      Series series,
      WilcoxonSignedRank ranks,
      Optional<Interval> logInterval,
      double pValue,
      OptionalDouble detectable) {
    return new Figures(
        series.unit(),
        series.median(Arm.BASE),
        series.median(Arm.HEAD),
        ranks.n(),
        Math.exp(ranks.estimate()),
        logInterval.map(i -> new Interval(Math.exp(i.low()), Math.exp(i.high()), i.confidence())),
        pValue,
        detectable);
  }
}
