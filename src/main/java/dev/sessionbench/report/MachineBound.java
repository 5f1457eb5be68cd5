package dev.sessionbench.report;

import dev.sessionbench.base.results.CellResult;

/** Tells the cells in which the machine, not the pool alone, decides how long a load takes. */
public final class MachineBound {
  /** The secondary metric: CPU time over wall time times cores, in percent. */
  public static final String METRIC = "utilisation";

  /** What stands beside such a time. */
  static final String MARK = " !";

  /** What the mark means. */
  public static final String FOOTNOTE =
      "! Bound by the machine: its processors were in use for 80 % of the time or more.";

  private static final double MOST_PERCENT = 80;

  private MachineBound() {}

  /**
   * Whether a cell is bound by the machine.
   *
   * @param cell the cell
   * @return true where the median fork used at least 80 % of the machine; false where that is not
   *     known
   */
  public static boolean is(CellResult cell) {
    return ResultTables.secondary(cell, METRIC).median() >= MOST_PERCENT;
  }

  /**
   * What stands beside the time of a cell.
   *
   * @param cell the cell
   * @return the mark; empty for a cell that is not bound
   */
  public static String mark(CellResult cell) {
    return is(cell) ? MARK : "";
  }
}
