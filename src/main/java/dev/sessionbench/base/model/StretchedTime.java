package dev.sessionbench.base.model;

/**
 * The time of whoever lives in a load that was stretched: so many nanoseconds of another clock are
 * one of its own. What waits by it waits as long, measured by the load, as if nothing were
 * stretched.
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
   * <p>A delay beyond the end of time, 292 years, is one until then.
   */
  @Override
  public Cancellable after(long delayNanos, Runnable task) {
    boolean endless = delayNanos > Long.MAX_VALUE / factor;
    return other.after(endless ? Long.MAX_VALUE : delayNanos * factor, task);
  }
}
