package dev.sessionbench.base.model;

/**
 * Multiplies each draw of another time by a factor.
 *
 * @param time the other time
 * @param factor 1.05 for 5 % longer, above 0
 */
public record ScaledTime(Latency time, double factor) implements Latency {
  /**
   * Checks the factor.
   *
   * @throws IllegalArgumentException if it is not above 0 and finite
   */
  public ScaledTime {
    Invalid.when(!(factor > 0 && Double.isFinite(factor)), "factor %s: must be above 0", factor);
  }

  @Override
  public long drawNanos(long seed, long stream, long index) {
    return scaled(time.drawNanos(seed, stream, index));
  }

  @Override
  public long drawNanos(long seed, long stream, long index, int sessions, int inFlight) {
    return scaled(time.drawNanos(seed, stream, index, sessions, inFlight));
  }

  private long scaled(long nanos) {
    return Math.min(MAX_NANOS, Math.round(factor * nanos));
  }
}
