package dev.sessionbench.load;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A load as data, apart from what plays it: callers take the operations in order, each the next one
 * as soon as it has ended its last.
 *
 * @param size how many operations there are, at least 1
 * @param callers how many are under way at the same time at most, at least 1
 * @param operations the operation at each position from 0, the same whenever it is asked for
 * @param open whether each operation has a caller of its own, who comes when it arrives, so that
 *     none waits for another to end
 */
public record LoadPlan(int size, int callers, IntFunction<Operation> operations, boolean open) {
  /** A load whose callers are there from the start. */
  public LoadPlan(int size, int callers, IntFunction<Operation> operations) {
    this(size, callers, operations, /* open= */ false);
  }

  /**
   * A load of operations that each have a caller of their own.
   *
   * @param size how many, at least 1
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
   * The most sessions that it wants at the same time if nobody waits.
   *
   * @param useNanos how long an operation has its session beside holding it, in nanoseconds
   */
  public int wantedAtOnce(long useNanos) {
    if (!open) {
      return peakDemand();
    }
    long[] wanted = new long[size];
    long[] ended = new long[size];
    for (int i = 0; i < size; i++) {
      Operation operation = operation(i);
      wanted[i] = operation.arrivalNanos() + operation.thinkNanos();
      ended[i] = operation.keeps() ? Long.MAX_VALUE : wanted[i] + useNanos + operation.holdNanos();
    }
    Arrays.sort(wanted);
    Arrays.sort(ended);
    int most = 0;
    int over = 0;
    for (int i = 0; i < size; i++) {
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
}
