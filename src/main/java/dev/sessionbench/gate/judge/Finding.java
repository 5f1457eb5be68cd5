package dev.sessionbench.gate.judge;

import dev.sessionbench.base.stats.Interval;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Locale;
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
 * @param unit the metric's unit
 * @param base the baseline's median; NaN without any
 * @param head the candidate's median; NaN without any
 * @param blocks the pairs behind it
 * @param ratio the estimated ratio of candidate to baseline; NaN for counts and without any
 * @param interval the ratio's interval; nothing for counts and where the blocks are too few
 * @param pValue the p-value of a change beyond the margin, to the side it was found on, after
 *     Holm's correction; NaN where there is no test
 * @param detectable the minimum detectable effect, a relative change; nothing for counts, and where
 *     the blocks are too few for any
 * @param note one sentence that a reader needs; empty where none
 */
@RecordBuilder
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
    String note)
    implements FindingBuilder.With {
  /** How a metric is judged. */
  public enum Kind {
    /** A count: any increase is one. */
    EXACT,
    /** A quantity with noise. */
    MEASURED,
    /** Shown only. */
    SHOWN
  }

  /** What is found without statistics. */
  private Finding(
      String cell, String metric, String label, Kind kind, Outcome outcome, String note) {
    this(
        cell,
        metric,
        label,
        kind,
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

  /** Whether it decides. */
  public boolean decides() {
    return kind != Kind.SHOWN;
  }

  /** A cell of which a fork failed, or nothing was measured. */
  public static Finding broken(String cell, Outcome outcome, String note) {
    return new Finding(cell, "", "runs", Kind.EXACT, outcome, note);
  }

  /** What is said of all counts of a cell. */
  static Finding counts(String cell, Kind kind, Outcome outcome, String note) {
    return new Finding(cell, "", "counts", kind, outcome, note);
  }

  /** A metric that a side's client has no value of, so that nothing can be said of it. */
  static Finding unreported(String cell, String metric, String label, String note) {
    return new Finding(cell, metric, label, Kind.SHOWN, Outcome.SAME, note);
  }

  /** A cell that the plan left no time for. */
  static Finding untimed(String cell) {
    String note = "not timed, the budget is too short for all cells";
    return new Finding(cell, "", "times", Kind.EXACT, Outcome.INCONCLUSIVE, note);
  }

  /** A count of a cell, or of a group of cells, with the medians of so many pairs. */
  public static Finding count(
      String cell,
      String metric,
      Kind kind,
      Outcome outcome,
      double base,
      double head,
      int pairs,
      String note) {
    return new Finding(cell, metric, metric, kind, outcome, note)
        .with(f -> f.unit("#").base(base).head(head).blocks(pairs));
  }

  /** What the gate says of one metric of one cell, and of the whole; the gravest first. */
  public enum Outcome {
    /** A fork failed: there is nothing to compare, and that alone fails the gate. */
    FAILED,
    /** What the policy asks for was not measured. */
    MISSING,
    /** The candidate is worse, by more than the margin, and fresh forks agree. */
    REGRESSED,
    /** A count is another, more or fewer, and fresh runs agree. */
    CHANGED,
    /** Neither a difference nor its absence could be shown. */
    INCONCLUSIVE,
    /** The candidate is better, by more than the margin. */
    IMPROVED,
    /** Any difference is smaller than the equivalence margin. */
    SAME;

    /** Whether it keeps a change out. */
    public boolean fails() {
      return this == FAILED || this == MISSING || this == REGRESSED || this == CHANGED;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
