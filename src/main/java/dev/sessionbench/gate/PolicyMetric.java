package dev.sessionbench.gate;

import org.jspecify.annotations.Nullable;

/**
 * How one measured metric is judged.
 *
 * @param label what people call it
 * @param gated whether it decides; if not, it is shown
 * @param floor the smallest relative change that matters, above 0; nothing for the policy's own
 * @param band the relative change within which two arms are the same, above 0; nothing for the
 *     policy's own
 * @param negligible an absolute change that never matters, in the metric's unit, at least 0,
 *     nothing for 0: floor and band are widened to it where the base is so small that they would be
 *     less
 */
public record PolicyMetric(
    String label,
    @Nullable Boolean gated,
    @Nullable Double floor,
    @Nullable Double band,
    @Nullable Double negligible) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the key, its value and what would be right
   */
  public PolicyMetric {
    PolicyChecks.require(!label.isBlank(), "label", label, "words");
    PolicyChecks.require(floor == null || (floor > 0 && floor < 1), "floor", "" + floor, "0 to 1");
    PolicyChecks.require(band == null || (band > 0 && band < 1), "band", "" + band, "0 to 1");
    PolicyChecks.require(
        negligible == null || negligible >= 0, "negligible", "" + negligible, "at least 0");
  }

  /** Whether it decides. */
  public boolean decides() {
    return gated == null || gated;
  }

  /** The absolute change that never matters, in the metric's unit. */
  double negligibleAmount() {
    return negligible == null ? 0 : negligible;
  }
}
