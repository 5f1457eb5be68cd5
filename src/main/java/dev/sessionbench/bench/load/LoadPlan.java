package dev.sessionbench.bench.load;

import dev.sessionbench.base.model.Invalid;
import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A load as data, apart from what plays it: callers take the operations in order, each the next one
 * as soon as it has ended its last.
 *
 * @param size how many operations there are, at least 1, or 0 of one of several clients
 * @param callers how many are under way at the same time at most, at least 1, or 0 likewise
 * @param operations the operation at each position from 0, the same whenever it is asked for
 * @param open whether each operation has a caller of its own, who comes when it arrives, so that
 *     none waits for another to end
 */
public record LoadPlan(int size, int callers, IntFunction<Operation> operations, boolean open) {
  /** The most operations of one load, all its clients together: more would take hours to play. */
  public static final long MAX_OPERATIONS = 100_000_000;

  /** The most callers at once, of all clients together: what each leaves is kept in memory. */
  public static final long MAX_CALLERS = 2_000_000;

  private static final int MOST_LOOKED_AT = 5_000_000;

  /**
   * A load whose callers are there from the start, if it can be played.
   *
   * @param size how many operations, at least 1
   * @param callers how many callers, at least 1
   * @param operations the operation at each position from 0
   * @throws IllegalArgumentException as {@link #refuseTooLarge} does
   */
  static LoadPlan closed(long size, long callers, IntFunction<Operation> operations) {
    refuseTooLarge(size, callers);
    return new LoadPlan((int) size, (int) callers, operations);
  }

  /**
   * Refuses a load that would not fit into memory, or not end within hours.
   *
   * @param size operations of all clients
   * @param callers who are at work at the same time, of all clients
   * @throws IllegalArgumentException naming the number that is too large, and the largest
   */
  public static void refuseTooLarge(long size, long callers) {
    Invalid.when(
        callers > MAX_CALLERS, "%d callers in all: must be at most %d", callers, MAX_CALLERS);
    Invalid.when(
        size > MAX_OPERATIONS, "%d operations in all: must be at most %d", size, MAX_OPERATIONS);
  }

  /** A load whose callers are there from the start. */
  public LoadPlan(int size, int callers, IntFunction<Operation> operations) {
    this(size, callers, operations, /* open= */ false);
  }

  /**
   * A load of operations that each have a caller of their own.
   *
   * @param size how many, at least 0
   * @param operations the operation at each position, in the order of their arrivals
   */
  public static LoadPlan open(int size, IntFunction<Operation> operations) {
    return new LoadPlan(size, size, operations, /* open= */ true);
  }

  /** The i-th operation, from 0. */
  public Operation operation(int i) {
    return operations.apply(i);
  }

  /** This load with every wait multiplied. */
  public LoadPlan stretched(int factor) {
    return new LoadPlan(size, callers, i -> operation(i).stretched(factor), open);
  }

  /** The most sessions that this load can want at the same time. */
  public int peakDemand() {
    long kept = IntStream.range(0, size).filter(i -> operation(i).keeps()).count();
    return (int) Math.min(size, callers + kept);
  }

  /**
   * The most sessions that it wants at the same time if nobody waits; of a very long load those of
   * its first five million operations.
   *
   * @param useNanos how long an operation has its session beside holding it, in nanoseconds
   */
  public int wantedAtOnce(long useNanos) {
    int looked = Math.min(size, MOST_LOOKED_AT);
    long[] wanted = new long[looked];
    long[] ended = new long[looked];
    // When each caller takes its next operation: whoever thinks wants nothing.
    PriorityQueue<Long> free =
        new PriorityQueue<>(Collections.nCopies(open ? 0 : Math.min(callers, looked), 0L));
    for (int i = 0; i < looked; i++) {
      Operation operation = operation(i);
      long due = operation.arrivalNanos() + operation.thinkNanos();
      long from = open ? 0 : Objects.requireNonNull(free.poll());
      wanted[i] = operation.arrivalNanos() > 0 ? Math.max(from, due) : from + due;
      // A use that takes no time is taken to last one nanosecond, or nobody would be seen together.
      long end = wanted[i] + Math.max(1, useNanos + operation.holdNanos());
      ended[i] = operation.keeps() ? Long.MAX_VALUE : end;
      if (!open) {
        free.add(end);
      }
    }
    Arrays.sort(wanted);
    Arrays.sort(ended);
    int most = 0;
    int over = 0;
    for (int i = 0; i < looked; i++) {
      while (ended[over] <= wanted[i]) {
        over++;
      }
      most = Math.max(most, i + 1 - over);
    }
    return most;
  }

  /** Whether that demand is certain to arise, because nothing in this load races. */
  public boolean demandIsCertain() {
    return callers == 1;
  }

  /** A load that is ready to be played: {@link #run()} is what a benchmark times. */
  @FunctionalInterface
  public interface Load {
    /**
     * Puts the load on the client and returns when its last operation has ended. May be called
     * once.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws IllegalStateException if an operation failed that must not; the cause is the first
     *     failure
     */
    void run() throws InterruptedException;
  }
}
