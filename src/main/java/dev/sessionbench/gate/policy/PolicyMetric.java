package dev.sessionbench.gate.policy;

import java.util.Optional;

/**
 * How one measured metric is judged.
 *
 * @param label what people call it
 * @param gated whether it decides; if not, it is shown
 * @param margin the equivalence margin: the relative change up to which two arms are the same,
 *     above 0 and below 1; a count that must not change has none where the base always has the same
 * @param negligible an absolute change that never matters, in the metric's unit, at least 0: the
 *     margin is widened to it where the base is so small that it would be less
 * @param of the name of the metric in the results; nothing where it is this one's own
 * @param per another metric of the same fork that is a part of it: judged is what remains, as a
 *     multiple of that part; nothing for the metric as it is
 */
public record PolicyMetric(
    String label,
    boolean gated,
    double margin,
    double negligible,
    Optional<String> of,
    Optional<String> per) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the key, its value and what would be right
   */
  public PolicyMetric {
    PolicyChecks.require(!label.isBlank(), "label", label, "words");
    PolicyChecks.require(margin > 0 && margin < 1, "margin", margin, "above 0 and below 1");
    PolicyChecks.require(negligible >= 0, "negligible", negligible, "at least 0");
  }
}
