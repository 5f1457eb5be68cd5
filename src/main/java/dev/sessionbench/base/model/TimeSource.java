package dev.sessionbench.base.model;

/**
 * Gives the time and runs tasks later, by the machine's clock or in virtual time.
 *
 * <p>Simulated code takes its time only from here. A task must neither block nor throw; it may
 * schedule further tasks.
 */
public interface TimeSource {
  /** Cancels a task that has not begun. */
  @FunctionalInterface
  interface Cancellable {
    /** Prevents the task from beginning; no effect after it has begun. */
    void cancel();
  }

  /**
   * The time since some fixed moment. It never decreases.
   *
   * @return nanoseconds; only differences mean something
   */
  long nanos();

  /**
   * Runs a task once.
   *
   * @param delayNanos how long from now, in nanoseconds; 0 or less for as soon as possible
   * @param task what to run
   * @return takes the task back
   */
  Cancellable after(long delayNanos, Runnable task);

  /**
   * The time inside a stretched load: a fixed number of nanoseconds of another clock is one
   * nanosecond here. A wait by this clock keeps its length relative to the load.
   *
   * @param other the clock on which the stretched load is played
   * @param factor what the load's times were multiplied by, at least 1
   */
  record StretchedTime(TimeSource other, int factor) implements TimeSource {
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
}
