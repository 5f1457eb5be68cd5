package dev.sessionbench.gate.judge;

import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.RankTest;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.stats.WilcoxonSignedRank;
import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One gated metric of one cell at one look.
 *
 * <p>A count that the policy calls exact must not change, neither way. Where every fork of the base
 * has the same, that is a fact of the rule: then there is no margin, and whatever the head has else
 * is at least no {@code same}.
 *
 * @param policy the rules
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

  /** What stands for this test where looks are compared. */
  String name() {
    return cell.name() + ": " + metric;
  }

  double marginLog() {
    return isFact() ? 0 : policyMarginLog();
  }

  private double policyMarginLog() {
    return policy.marginLog(cell, metric, series.median(Arm.BASE));
  }

  private boolean isCount() {
    return policy.exact().contains(metric);
  }

  private boolean isFact() {
    return isCount() && series.isConstant(Arm.BASE);
  }

  double[] logRatios() {
    return series.logRatios(policy.metric(metric).negligible());
  }

  /**
   * The p-value of the hypothesis that the head is not worse by more than the margin; of a count,
   * that it is not another by more.
   */
  double pWorse() {
    return pWorse(marginLog());
  }

  private double pWorse(double margin) {
    return isCount()
        ? Math.min(1, 2 * Math.min(ranks.pAbove(margin), ranks.pBelow(-margin)))
        : ranks.pAbove(margin);
  }

  /**
   * The p-value of the hypothesis that the head is not better by more than the margin; no count is
   * better than another.
   */
  double pBetter() {
    return isCount() ? 1 : ranks.pBelow(-marginLog());
  }

  /** What the head is if fresh pairs agree that it is beyond the margin. */
  private Outcome beyond() {
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

  /** In how many pairs the arms differ. */
  private long others() {
    return Arrays.stream(logRatios()).filter(ratio -> ratio != 0).count();
  }

  /** Whether a count is another in some pair where it is a fact: what cleared it does no more. */
  boolean departs() {
    return isFact() && others() > 0;
  }

  /** In how many pairs it departs; empty where it does not. */
  private String departures() {
    return departs()
        ? "another in %d of %d pairs, and the same in every fork of the base"
            .formatted(others(), ranks.n())
        : "";
  }

  private Optional<Interval> interval(double share) {
    return ranks.interval(policy.clearAlpha() * share);
  }

  /** The arms that have no value, and how often; empty where none is missing. */
  String gaps() {
    if (series.pairs().isEmpty()) {
      return "no values";
    }
    double negligible = policy.metric(metric).negligible();
    return String.join(
        ", ",
        Arrays.stream(Arm.values())
            .filter(arm -> series.without(arm, negligible) > 0)
            .map(
                arm ->
                    "no value of the %s in %s of %s blocks"
                        .formatted(arm, series.without(arm, negligible), series.pairs().size()))
            .toList());
  }

  /** What a fork has from being second, where that is notable; empty where it is not. */
  String positionEffect() {
    double[] ratios = logRatios();
    if (ratios.length < series.pairs().size()) {
      return "";
    }
    Sample headSecond = ofFirst(Arm.BASE, ratios);
    Sample headFirst = ofFirst(Arm.HEAD, ratios);
    return RankTest.pValue(headFirst, headSecond) <= NOTABLE
        ? String.format(
            Locale.ROOT,
            "whichever arm runs second: %+.1f %%",
            100 * Math.expm1((headSecond.median() - headFirst.median()) / 2))
        : "";
  }

  private Sample ofFirst(Arm arm, double[] ratios) {
    return Sample.of(
        IntStream.range(0, ratios.length)
            .filter(i -> series.pairs().get(i).first() == arm)
            .mapToDouble(i -> ratios[i])
            .toArray());
  }

  /**
   * A finding with the figures of this test.
   *
   * @param share the part of {@code clearAlpha} by which the interval is shown
   * @param effect what the gate could have found
   */
  Finding finding(
      Outcome outcome, double pValue, double share, MinimumDetectableEffect effect, String note) {
    OptionalDouble detectable = effect.of(logRatios(), marginLog());
    return finding(Finding.Kind.MEASURED, outcome, pValue, share, detectable, note);
  }

  /**
   * What fresh pairs say, by the same test, of this metric, which was found beyond the margin.
   *
   * @param fresh the fresh pairs
   * @param share the part of {@code clearAlpha} by which the interval is shown
   * @param effect what the gate could have found
   * @param level up to which p-value they confirm it
   * @param words what the note begins with
   */
  Finding confirmed(
      Series fresh,
      double pValue,
      double share,
      MinimumDetectableEffect effect,
      double level,
      String words) {
    if (fresh.pairs().isEmpty()) {
      String note = words + "not confirmed: no fresh forks were run";
      return finding(Outcome.INCONCLUSIVE, pValue, share, effect, note);
    }
    TimedTest alone = of(policy, cell, metric, fresh);
    double again = alone.pWorse(marginLog());
    String note =
        String.format(
            Locale.ROOT,
            "%d fresh blocks: %+.1f %%, p = %.2g",
            fresh.pairs().size(),
            100 * Math.expm1(alone.ranks().estimate()),
            again);
    if (again <= level * (1 + 1e-9)) {
      return of(policy, cell, metric, series.and(fresh))
          .finding(beyond(), pValue, share, effect, words + note);
    }
    return finding(Outcome.INCONCLUSIVE, pValue, share, effect, words + "not confirmed; " + note);
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
    // A look that may not clear shows the whole interval all the same.
    Figures figures =
        Figures.measured(series, ranks, interval(share > 0 ? share : 1), pValue, detectable);
    String notes =
        Stream.of(note, departures(), positionEffect())
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining("; "));
    return new Finding(cell.name(), metric, label, kind, outcome, figures, notes);
  }
}
