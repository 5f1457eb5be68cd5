package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.TimeSource;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * A clock that jumps from one task to the next. Tasks of the same moment run in the order of their
 * scheduling, so equal programs have equal runs.
 *
 * <p>All tasks run on the thread that calls {@link #run()}; this class is for one thread.
 */
public final class VirtualTime implements TimeSource {
  private record Task(long atNanos, long number, Runnable action) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /** The tasks to come, the earliest first. */
  private final NavigableSet<Task> tasks = new TreeSet<>();

  private long scheduled;
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
   * <p>A delay beyond the end of time, 292 years, ends there.
   */
  @Override
  public Cancellable after(long delayNanos, Runnable action) {
    long atNanos = nowNanos + Math.max(0, delayNanos);
    Task task = new Task(atNanos < nowNanos ? Long.MAX_VALUE : atNanos, scheduled++, action);
    tasks.add(task);
    return () -> tasks.remove(task);
  }

  /** Runs all tasks, including those that they schedule, until no task is left. */
  public void run() {
    runWhile(() -> true);
  }

  /**
   * Runs tasks until no task is left or a condition no longer holds.
   *
   * @param condition checked before each task
   */
  public void runWhile(BooleanSupplier condition) {
    while (!tasks.isEmpty() && condition.getAsBoolean()) {
      Task task = Objects.requireNonNull(tasks.pollFirst());
      nowNanos = task.atNanos;
      task.action.run();
    }
  }
}
