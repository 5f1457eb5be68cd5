package dev.sessionbench.gate.policy;

/**
 * A head so much slower that it is the finding: measured no further, and confirmed at once.
 *
 * @param change the relative change of the wall time that both of the first {@value #BLOCKS} blocks
 *     of a cell must exceed, above 0; forks that take this much longer than the base's still have
 *     their time in the plan
 * @param alarm the part of all allowed false alarms that it may spend, above 0 to 1
 */
public record PolicyGross(double change, double alarm) {
  /** The blocks after which it is looked for. */
  public static final int BLOCKS = 2;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the key, its value and what would be right
   */
  public PolicyGross {
    PolicyChecks.require(change > 0, "gross: change", change, "above 0");
    PolicyChecks.require(alarm > 0 && alarm <= 1, "gross: alarm", alarm, "above 0 to 1");
  }
}
