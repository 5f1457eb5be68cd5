package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A clock that jumps from one task to the next. Tasks of the same moment run in the order of their
 * scheduling, so equal programs have equal runs.
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
   * <p>A delay beyond the end of time, 292 years, ends there.
   */
  @Override
  public Cancellable after(long delayNanos, Runnable task) {
    long atNanos = nowNanos + Math.max(0, delayNanos);
    return events.add(atNanos < nowNanos ? Long.MAX_VALUE : atNanos, task);
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
      Runnable task = events.poll();
      if (task == null) {
        return;
      }
      nowNanos = events.polledAtNanos();
      task.run();
    }
  }

  /**
   * The scheduled tasks, ordered by time and then by the order of adding.
   *
   * <p>A cancelled task stays as an empty entry until its moment comes, or until half of the
   * entries are empty. So cancelling needs no search.
   */
  static final class EventHeap {
    private static final int FEW = 64;

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private int empty;
    private long added;
    private long polledAtNanos;

    private final class Entry implements Cancellable, Comparable<Entry> {
      private final long atNanos;
      private final long number = added++;
      private @Nullable Runnable task;

      Entry(long atNanos, Runnable task) {
        this.atNanos = atNanos;
        this.task = task;
      }

      @Override
      public int compareTo(Entry other) {
        return atNanos == other.atNanos
            ? Long.compare(number, other.number)
            : Long.compare(atNanos, other.atNanos);
      }

      @Override
      public void cancel() {
        if (task != null) {
          task = null;
          empty++;
          if (empty > FEW && 2 * empty > entries.size()) {
            entries.removeIf(entry -> entry.task == null);
            empty = 0;
          }
        }
      }
    }

    /** Adds a task; the returned handle cancels it. */
    Cancellable add(long at, Runnable task) {
      Entry entry = new Entry(at, task);
      entries.add(entry);
      return entry;
    }

    /** Takes the earliest task out; null if there is none. */
    @Nullable Runnable poll() {
      for (Entry first = entries.poll(); first != null; first = entries.poll()) {
        Runnable task = first.task;
        if (task != null) {
          polledAtNanos = first.atNanos;
          first.task = null;
          return task;
        }
        empty--;
      }
      return null;
    }

    /** The moment of the task taken out last. */
    long polledAtNanos() {
      return polledAtNanos;
    }
  }
}
