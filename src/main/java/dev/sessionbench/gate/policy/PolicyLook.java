package dev.sessionbench.gate.policy;

/**
 * A moment at which the measurements are judged, and the part of the allowed errors that it may
 * spend (alpha spending). The parts are fixed before anything is measured.
 *
 * @param at the part of the planned blocks that are there by then, above 0 to 1
 * @param alarm the part of alpha that may be spent on saying {@code regressed} or {@code improved},
 *     from 0 to 1
 * @param clear the part of {@code clearAlpha} that may be spent on saying {@code same}, from 0 to 1
 */
public record PolicyLook(double at, double alarm, double clear) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the key, its value and what would be right
   */
  public PolicyLook {
    PolicyChecks.require(at > 0 && at <= 1, "at", at, "above 0 and at most 1");
    PolicyChecks.require(alarm >= 0 && alarm <= 1, "alarm", alarm, "from 0 to 1");
    PolicyChecks.require(clear >= 0 && clear <= 1, "clear", clear, "from 0 to 1");
  }

  /**
   * The blocks that are there at this look.
   *
   * @param planned all planned blocks
   * @return at least 1
   */
  public int blocks(int planned) {
    return (int) Math.ceil(at * planned - 1e-9);
  }
}
