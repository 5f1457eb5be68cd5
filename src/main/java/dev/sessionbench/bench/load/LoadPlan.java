package dev.sessionbench.bench.load;

import dev.sessionbench.base.model.Invalid;
import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Describes a load as data, for the drivers that play it. Callers take the operations in order,
 * each the next one as soon as its last has ended.
 *
 * @param size how many operations there are, at least 1, or 0 for one of several clients
 * @param callers how many operations are in progress at the same time at most, at least 1, or 0
 *     likewise
 * @param operations the operation at each position from 0, always the same
 * @param open whether each operation has its own caller, who comes when it arrives, so that no
 *     caller waits for another operation to end
 * @param stays when each caller is there, by its number from 0. If callers leave, fewer operations
 *     than {@code size} may be played
 */
public record LoadPlan(
    int size,
    int callers,
    IntFunction<Operation> operations,
    boolean open,
    IntFunction<Stay> stays) {
  /** The most operations of one load, all its clients together. More would take hours to play. */
  public static final long MAX_OPERATIONS = 100_000_000;

  /** The most callers at once, of all clients together. Memory holds what each caller leaves. */
  public static final long MAX_CALLERS = 2_000_000;

  private static final int MOST_LOOKED_AT = 5_000_000;

  /**
   * A load whose callers are there from the start.
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
   * Refuses a load that would not fit into memory or would take hours.
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
    this(size, callers, operations, /* open= */ false, caller -> Stay.ALWAYS);
  }

  /**
   * An open load: each operation has its own caller.
   *
   * @param size how many, at least 0
   * @param operations the operation at each position, in the order of their arrivals
   */
  public static LoadPlan open(int size, IntFunction<Operation> operations) {
    return new LoadPlan(size, size, operations, /* open= */ true, caller -> Stay.ALWAYS);
  }

  /** The i-th operation, from 0. */
  public Operation operation(int i) {
    return operations.apply(i);
  }

  /** All operations, in their order. */
  public Stream<Operation> stream() {
    return IntStream.range(0, size).mapToObj(operations);
  }

  /** This load with every wait multiplied. */
  public LoadPlan stretched(int factor) {
    return new LoadPlan(size, callers, i -> operation(i).stretched(factor), open, stays);
  }

  /** The most sessions that this load can want at the same time. */
  public int peakDemand() {
    long kept = stream().filter(Operation::keeps).count();
    return (int) Math.min(size, callers + kept);
  }

  /**
   * The most sessions that the load wants at the same time if no caller waits. For a very long load
   * it looks only at the first five million operations.
   *
   * @param useNanos how long an operation uses its session in addition to holding it, in
   *     nanoseconds
   */
  public int wantedAtOnce(long useNanos) {
    int looked = Math.min(size, MOST_LOOKED_AT);
    long[] wanted = new long[looked];
    long[] ended = new long[looked];
    // When each caller takes its next operation. A caller who thinks wants no session.
    PriorityQueue<Long> free =
        new PriorityQueue<>(Collections.nCopies(open ? 0 : Math.min(callers, looked), 0L));
    for (int i = 0; i < looked; i++) {
      Operation operation = operation(i);
      long due = operation.arrivalNanos() + operation.thinkNanos();
      long from = open ? 0 : Objects.requireNonNull(free.poll());
      wanted[i] = operation.arrivalNanos() > 0 ? Math.max(from, due) : from + due;
      // A use without duration counts as one nanosecond; otherwise no two uses would overlap.
      long end = wanted[i] + Math.max(1, useNanos + operation.holdNanos());
      ended[i] = operation.keeps() ? Long.MAX_VALUE : end;
      if (!open) {
        free.add(end);
      }
    }
    return newMaximums(wanted, ended).length;
  }

  /**
   * The moments at which as many uses as never before are in progress, in their order: one for each
   * use up to the most at once.
   *
   * @param begun when each use begins, in any order
   * @param ended when each use ends, after its beginning, in any order. A use that ends when
   *     another begins makes room for it
   */
  public static long[] newMaximums(long[] begun, long[] ended) {
    Arrays.sort(begun);
    Arrays.sort(ended);
    long[] moments = new long[begun.length];
    int most = 0;
    int over = 0;
    for (int i = 0; i < begun.length; i++) {
      while (ended[over] <= begun[i]) {
        over++;
      }
      if (i + 1 - over > most) {
        moments[most++] = begun[i];
      }
    }
    return Arrays.copyOf(moments, most);
  }

  /** Whether that demand is certain to arise, because nothing in this load races. */
  public boolean demandIsCertain() {
    return callers == 1;
  }

  /**
   * The time in which a caller begins operations, in nanoseconds since the start of the load.
   *
   * @param fromNanos when it comes, at least 0
   * @param untilNanos when it leaves; an operation that has begun still ends
   */
  public record Stay(long fromNanos, long untilNanos) {
    /** From the start to the end. */
    static final Stay ALWAYS = new Stay(0, Long.MAX_VALUE);
  }
}
