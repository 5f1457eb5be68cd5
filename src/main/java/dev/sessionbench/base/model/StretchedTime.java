package dev.sessionbench.base.model;

/**
 * The time inside a stretched load: a fixed number of nanoseconds of another clock is one
 * nanosecond here. A wait by this clock keeps its length relative to the load.
 *
 * @param other the clock on which the stretched load is played
 * @param factor what the load's times were multiplied by, at least 1
 */
public record StretchedTime(TimeSource other, int factor) implements TimeSource {
  @Override
  public long nanos() {
    return Math.floorDiv(other.nanos(), (long) factor);
  }

  /**
   * {@inheritDoc}
   *
   * <p>A delay that would pass the end of time (292 years) ends there.
   */
  @Override
  public Cancellable after(long delayNanos, Runnable task) {
    boolean endless = delayNanos > Long.MAX_VALUE / factor;
    return other.after(endless ? Long.MAX_VALUE : delayNanos * factor, task);
  }
}
