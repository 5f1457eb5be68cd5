package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A clock that jumps from one task to the next. Tasks of the same moment run in the order of their
 * scheduling, so equal programs have equal runs.
 *
 * <p>All tasks run on the thread that calls {@link #run()}; this class is for one thread.
 */
public final class VirtualTime implements TimeSource {
  private static final int FEW = 64;

  /** Tasks of moments after that of their scheduling, the earliest first. */
  private final Queue<Task> later = new PriorityQueue<>();

  /**
   * Tasks of the moment of their scheduling, which need no sorting. A task of {@link #later} for
   * the same moment was scheduled before them.
   */
  private final Queue<Task> atOnce = new ArrayDeque<>();

  private int cancelled;
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
  public Cancellable after(long delayNanos, Runnable task) {
    long atNanos = nowNanos + Math.max(0, delayNanos);
    Task added = new Task(atNanos < nowNanos ? Long.MAX_VALUE : atNanos, task);
    (added.atNanos == nowNanos ? atOnce : later).add(added);
    return added;
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
    while (condition.getAsBoolean()) {
      Task task = next();
      while (task != null && task.cancelled()) {
        cancelled--;
        task = next();
      }
      if (task == null) {
        return;
      }
      nowNanos = task.atNanos;
      task.run();
    }
  }

  private @Nullable Task next() {
    Task first = later.peek();
    return atOnce.isEmpty() || (first != null && first.atNanos == nowNanos)
        ? later.poll()
        : atOnce.poll();
  }

  /**
   * A scheduled task. A cancelled one stays as an empty entry until its moment comes, or until half
   * of the entries are empty. So cancelling needs no search.
   */
  private final class Task implements Cancellable, Comparable<Task> {
    private final long atNanos;
    private final long number = scheduled++;
    private @Nullable Runnable task;

    Task(long atNanos, Runnable task) {
      this.atNanos = atNanos;
      this.task = task;
    }

    boolean cancelled() {
      return task == null;
    }

    void run() {
      Runnable once = Objects.requireNonNull(task);
      task = null;
      once.run();
    }

    @Override
    public int compareTo(Task other) {
      return atNanos == other.atNanos
          ? Long.compare(number, other.number)
          : Long.compare(atNanos, other.atNanos);
    }

    @Override
    public void cancel() {
      if (task != null) {
        task = null;
        cancelled++;
        if (cancelled > FEW && 2 * cancelled > later.size() + atOnce.size()) {
          later.removeIf(Task::cancelled);
          atOnce.removeIf(Task::cancelled);
          cancelled = 0;
        }
      }
    }
  }
}
