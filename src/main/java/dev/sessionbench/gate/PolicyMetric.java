package dev.sessionbench.gate;

import java.util.Optional;

/**
 * How one measured metric is judged.
 *
 * @param label what people call it
 * @param gated whether it decides; if not, it is shown
 * @param floor the smallest relative change that matters, above 0; nothing for the policy's own
 * @param band the equivalence margin, above 0; nothing for the policy's own
 * @param negligible an absolute change that never matters, in the metric's unit, at least 0: floor
 *     and band are widened to it where the base is so small that they would be less
 */
public record PolicyMetric(
    String label, boolean gated, Optional<Double> floor, Optional<Double> band, double negligible) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the key, its value and what would be right
   */
  public PolicyMetric {
    PolicyChecks.require(!label.isBlank(), "label", label, "words");
    requirePart("floor", floor);
    requirePart("band", band);
    PolicyChecks.require(negligible >= 0, "negligible", negligible, "at least 0");
  }

  private static void requirePart(String key, Optional<Double> value) {
    value.ifPresent(v -> PolicyChecks.require(v > 0 && v < 1, key, v, "0 to 1"));
  }
}
