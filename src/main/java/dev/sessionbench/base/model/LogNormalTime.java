package dev.sessionbench.base.model;

import dev.sessionbench.base.model.Latency.TimeBounds;

/**
 * A time whose logarithm is normal. It has the long right tail of remote calls.
 *
 * @param medianNanos the median in nanoseconds, from 0 to {@link Latency#MAX_NANOS}
 * @param sigma the standard deviation of the natural logarithm, from 0 to {@value #MAX_SIGMA}
 */
public record LogNormalTime(long medianNanos, double sigma) implements Latency {
  /** The widest spread: at 5, one draw in a hundred is a hundred thousand times the median. */
  public static final double MAX_SIGMA = 5;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException naming the part that is out of range
   */
  public LogNormalTime {
    TimeBounds.require("median", medianNanos);
    Invalid.when(
        !(sigma >= 0 && sigma <= MAX_SIGMA),
        "sigma %s must be from 0 to %s",
        sigma,
        (int) MAX_SIGMA);
  }

  @Override
  public long drawNanos(long seed, long stream, long index) {
    double factor = StrictMath.exp(sigma * SeededDraws.gaussian(seed, stream, index));
    return TimeBounds.clamp(medianNanos * factor);
  }
}
