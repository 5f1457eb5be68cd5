package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

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

  /**
   * The tasks that are to run, the earliest first and those of one moment in the order in which
   * they were added.
   *
   * <p>A heap in which each node has four children lies flat in arrays of numbers, so that finding
   * the earliest of a million touches few lines of cache and follows no reference. A task that is
   * taken back stays in the heap as an empty entry until its moment comes, or until half of the
   * heap is empty entries: taking back costs no search.
   */
  static final class EventHeap {
    private static final int CHILDREN = 4;
    private static final int FIRST_CAPACITY = 64;

    private long[] atNanos = new long[FIRST_CAPACITY];
    private long[] numbers = new long[FIRST_CAPACITY];
    private Entry[] entries = new Entry[FIRST_CAPACITY];
    private int size;
    private int empty;
    private long added;
    private long polledAtNanos;

    private final class Entry implements Cancellable {
      private @Nullable Runnable task;

      Entry(Runnable task) {
        this.task = task;
      }

      @Override
      public void cancel() {
        if (task != null) {
          task = null;
          empty++;
          if (empty > FIRST_CAPACITY && 2 * empty > size) {
            removeEmpty();
          }
        }
      }
    }

    /** Adds a task; what is returned takes it back. */
    Cancellable add(long at, Runnable task) {
      if (size == atNanos.length) {
        atNanos = Arrays.copyOf(atNanos, 2 * size);
        numbers = Arrays.copyOf(numbers, 2 * size);
        entries = Arrays.copyOf(entries, 2 * size);
      }
      Entry entry = new Entry(task);
      siftUp(size++, at, added++, entry);
      return entry;
    }

    /** Takes the earliest task out; nothing where there is none. */
    @Nullable Runnable poll() {
      while (size > 0) {
        Entry first = entries[0];
        polledAtNanos = atNanos[0];
        removeFirst();
        Runnable task = first.task;
        if (task != null) {
          first.task = null;
          return task;
        }
        empty--;
      }
      return null;
    }

    /** The moment of the task that was taken out last. */
    long polledAtNanos() {
      return polledAtNanos;
    }

    @SuppressWarnings("NullAway") // The place behind the last entry is never read.
    private void removeFirst() {
      size--;
      long at = atNanos[size];
      long number = numbers[size];
      Entry entry = entries[size];
      entries[size] = null;
      if (size > 0) {
        siftDown(0, at, number, entry);
      }
    }

    private void siftUp(int from, long at, long number, Entry entry) {
      int place = from;
      while (place > 0) {
        int parent = (place - 1) / CHILDREN;
        if (!before(at, number, parent)) {
          break;
        }
        move(parent, place);
        place = parent;
      }
      put(place, at, number, entry);
    }

    private void siftDown(int from, long at, long number, Entry entry) {
      int place = from;
      while (CHILDREN * place + 1 < size) {
        int least = CHILDREN * place + 1;
        int end = Math.min(size, least + CHILDREN);
        for (int child = least + 1; child < end; child++) {
          if (before(atNanos[child], numbers[child], least)) {
            least = child;
          }
        }
        if (before(at, number, least)) {
          break;
        }
        move(least, place);
        place = least;
      }
      put(place, at, number, entry);
    }

    private boolean before(long at, long number, int place) {
      return at < atNanos[place] || (at == atNanos[place] && number < numbers[place]);
    }

    private void move(int from, int to) {
      put(to, atNanos[from], numbers[from], entries[from]);
    }

    private void put(int place, long at, long number, Entry entry) {
      atNanos[place] = at;
      numbers[place] = number;
      entries[place] = entry;
    }

    private void removeEmpty() {
      int all = size;
      size = 0;
      empty = 0;
      for (int i = 0; i < all; i++) {
        Entry entry = entries[i];
        if (entry.task != null) {
          siftUp(size++, atNanos[i], numbers[i], entry);
        }
      }
      Arrays.fill(entries, size, all, null);
    }
  }
}
