package dev.sessionbench.gate.judge;

/**
 * What was found of one metric in one cell.
 *
 * @param cell the cell's name
 * @param metric the metric's name in results
 * @param label what people call it
 * @param kind how it was judged
 * @param outcome what is said of it
 * @param figures the figures behind it
 * @param note one sentence that a reader needs; empty where none
 */
public record Finding(
    String cell,
    String metric,
    String label,
    Kind kind,
    Outcome outcome,
    Figures figures,
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

  /** A cell of which a fork failed, or nothing was measured. */
  static Finding broken(String cell, Outcome outcome, String note) {
    return new Finding(cell, "", "runs", Kind.EXACT, outcome, Figures.NONE, note);
  }

  /** A metric that an arm's client has no value of, so that nothing can be said of it. */
  static Finding unreported(String cell, String metric, String label, String note) {
    return new Finding(cell, metric, label, Kind.SHOWN, Outcome.SAME, Figures.NONE, note);
  }

  /** A cell that the plan left no time for. */
  static Finding untimed(String cell) {
    String note = "not timed, the budget is too short for all cells";
    return new Finding(cell, "", "times", Kind.EXACT, Outcome.INCONCLUSIVE, Figures.NONE, note);
  }
}
