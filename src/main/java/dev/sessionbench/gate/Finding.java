package dev.sessionbench.gate;

import dev.sessionbench.stats.Interval;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was found of one metric in one cell.
 *
 * @param cell the cell's name
 * @param metric the metric's name in results
 * @param label what people call it
 * @param kind how it was judged
 * @param outcome what is said of it
 * @param unit its unit
 * @param base the base's median; NaN without any
 * @param head the head's median; NaN without any
 * @param blocks the pairs behind it
 * @param ratio the estimated ratio of head to base; NaN for counts and without any
 * @param interval the ratio's interval; nothing for counts and where the blocks are too few
 * @param pValue the p-value after Holm's correction; NaN where there is no test
 * @param detectable the smallest relative change that would have been found in four of five gates;
 *     nothing for counts, and where the blocks are too few for any
 * @param note one sentence that a reader needs; empty where none
 */
public record Finding(
    String cell,
    String metric,
    String label,
    Kind kind,
    Outcome outcome,
    String unit,
    double base,
    double head,
    int blocks,
    double ratio,
    Optional<Interval> interval,
    double pValue,
    OptionalDouble detectable,
    String note) {
  /** How a metric is judged. */
  public enum Kind {
    /** A count: any increase is one. */
    EXACT,
    /** A quantity with noise. */
    MEASURED,
    /** Shown only. */
    SHOWN
  }

  /** Whether it decides. */
  public boolean decides() {
    return kind != Kind.SHOWN;
  }

  /** This finding with another outcome. */
  Finding with(Outcome other, String otherNote) {
    return new Finding(
        cell,
        metric,
        label,
        kind,
        other,
        unit,
        base,
        head,
        blocks,
        ratio,
        interval,
        pValue,
        detectable,
        otherNote);
  }

  /** A cell of which a fork failed, or nothing was measured. */
  static Finding broken(String cell, Outcome outcome, String note) {
    return without(cell, "runs", outcome, note);
  }

  /** A cell that there was no time for. */
  static Finding untimed(String cell) {
    return without(
        cell, "times", Outcome.INCONCLUSIVE, "not timed, the budget was too short for all cells");
  }

  private static Finding without(String cell, String label, Outcome outcome, String note) {
    return new Finding(
        cell,
        "",
        label,
        Kind.EXACT,
        outcome,
        "",
        Double.NaN,
        Double.NaN,
        0,
        Double.NaN,
        Optional.empty(),
        Double.NaN,
        OptionalDouble.empty(),
        note);
  }
}
