package dev.sessionbench.base.model;

import dev.sessionbench.base.model.Latency.TimeBounds;

/**
 * A normally distributed time, as of a server whose work is a sum of many small parts.
 *
 * @param centreNanos the mean in nanoseconds, from 0 to {@link Latency#MAX_NANOS}
 * @param deviationNanos the standard deviation in nanoseconds, from 0 to {@link Latency#MAX_NANOS}
 */
public record NormalTime(long centreNanos, long deviationNanos) implements Latency {
  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException naming the part that is out of range
   */
  public NormalTime {
    TimeBounds.require("mean", centreNanos);
    TimeBounds.require("deviation", deviationNanos);
  }

  @Override
  public long drawNanos(long seed, long stream, long index) {
    return TimeBounds.clamp(
        centreNanos + deviationNanos * SeededDraws.gaussian(seed, stream, index));
  }
}
