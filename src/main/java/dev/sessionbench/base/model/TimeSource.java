package dev.sessionbench.base.model;

/**
 * Tells the time and runs tasks later: the machine's own clock, or virtual time.
 *
 * <p>Whatever is to be simulated takes its time from here alone. A task must neither block nor
 * throw; it may ask for further tasks.
 */
public interface TimeSource {
  /** Takes back a task that has not run yet. */
  @FunctionalInterface
  interface Cancellable {
    /** Sees to it that the task does not begin any more; without effect once it has begun. */
    void cancel();
  }

  /**
   * The time that has passed since some fixed moment, never less than what was told before.
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
}
