package dev.sessionbench.base.stats;

import dev.sessionbench.base.model.Invalid;

/**
 * A confidence interval.
 *
 * @param low its lower end
 * @param high its upper end, not below the lower
 * @param confidence the nominal or exact probability to cover the true value, between 0 and 1
 */
public record Interval(double low, double high, double confidence) {
  /**
   * Checks the ends.
   *
   * @throws IllegalArgumentException if the ends are not in order or the confidence is no
   *     probability
   */
  public Interval {
    boolean fits = low <= high && confidence > 0 && confidence <= 1;
    Invalid.when(!fits, "no interval: %s to %s at %s", low, high, confidence);
  }

  /**
   * Whether a value lies inside, ends included.
   *
   * @param value the value
   * @return true where it does
   */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  static void requireConfidence(double confidence) {
    Invalid.when(
        !(confidence > 0 && confidence < 1), "confidence %s is not between 0 and 1", confidence);
  }
}
