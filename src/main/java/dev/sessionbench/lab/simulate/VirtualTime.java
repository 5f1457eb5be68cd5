package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.TimeSource;
import java.util.function.BooleanSupplier;

/**
 * Time that passes only from one task to the next, and at once. Tasks of the same moment run in the
 * order in which they were asked for, so that equal programs have equal runs.
 *
 * <p>All tasks run on the thread that calls {@link #run()}; this class is for one thread.
 */
public final class VirtualTime implements TimeSource {
  private final EventHeap events = new EventHeap();
  private long nowNanos;

  /** Starts at 0. */
  public VirtualTime() {}

  @Override
  public long nanos() {
    return nowNanos;
  }

  /**
   * {@inheritDoc}
   *
   * <p>A delay beyond the end of time, 292 years, is one until then.
   */
  @Override
  public Cancellable after(long delayNanos, Runnable task) {
    long atNanos = nowNanos + Math.max(0, delayNanos);
    return events.add(atNanos < nowNanos ? Long.MAX_VALUE : atNanos, task);
  }

  /** Runs all tasks, and those that they ask for, until none is left. */
  public void run() {
    runWhile(() -> true);
  }

  /**
   * Runs tasks until none is left, or a condition no longer holds.
   *
   * @param condition asked before each task
   */
  public void runWhile(BooleanSupplier condition) {
    while (condition.getAsBoolean()) {
      Runnable task = events.poll();
      if (task == null) {
        return;
      }
      nowNanos = events.polledAtNanos();
      task.run();
    }
  }
}
