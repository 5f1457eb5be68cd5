package dev.sessionbench.bench.load;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.bench.load.Operation.Kind;

/**
 * Loads whose operations begin when they begin, whether those before them have ended or not: a
 * service that is slow meets as many of them as one that is fast. All operations are reads, and
 * each has a caller of its own, so no wait delays another operation's.
 */
public final class OpenLoop {
  /**
   * The most operations that a load is expected to have: more would not fit into memory with what
   * they leave.
   */
  public static final int MAX_OPERATIONS = 5_000_000;

  private static final long GAP_STREAM = 21;
  private static final long HOLD_STREAM = 22;

  private OpenLoop() {}

  /** How long an operation holds its session. */
  public enum Hold {
    /** Always the same time. */
    FIXED,
    /** A time drawn from the exponential distribution. */
    EXPONENTIAL;

    /**
     * The time of one operation.
     *
     * @param meanNanos the mean, in nanoseconds, at least 0
     * @param seed decides every draw
     * @param i which operation it is
     */
    public long nanos(long meanNanos, long seed, long i) {
      return this == FIXED ? meanNanos : ClosedLoop.exponential(seed, HOLD_STREAM, i, meanNanos);
    }
  }

  /**
   * Operations that begin as a Poisson process: the time from one to the next is exponential.
   *
   * @param perSecond the mean rate, above 0
   * @param nanos how long it lasts, in nanoseconds
   * @param hold how long each holds its session beyond its RPCs
   * @param holdNanos the mean of that, in nanoseconds, at least 0
   * @param seed decides every draw
   * @return the load, with one operation at least
   * @throws IllegalArgumentException if it is expected to have more than {@value #MAX_OPERATIONS}
   *     operations
   */
  public static LoadPlan poisson(
      double perSecond, long nanos, Hold hold, long holdNanos, long seed) {
    double expected = perSecond * nanos / 1e9;
    Invalid.when(
        !(expected <= MAX_OPERATIONS),
        "%.0f operations in all: must be at most %d",
        expected,
        MAX_OPERATIONS);
    long gapNanos = Math.round(1e9 / perSecond);
    long[] arrivals = new long[capacity(expected)];
    int size = 0;
    long at = ClosedLoop.exponential(seed, GAP_STREAM, 0, gapNanos);
    while (size == 0 || (at < nanos && size < arrivals.length)) {
      arrivals[size++] = at;
      at += ClosedLoop.exponential(seed, GAP_STREAM, size, gapNanos);
    }
    return LoadPlan.open(
        size,
        i ->
            new Operation(
                Kind.READ, arrivals[i], 0, hold.nanos(holdNanos, seed, i), /* keeps= */ false));
  }

  /** Ten standard deviations more than what is expected: never too few. */
  private static int capacity(double expected) {
    return (int) (expected + 10 * Math.sqrt(expected) + 16);
  }
}
