package dev.sessionbench.bench.load;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.bench.load.Operation.Kind;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes loads, which differ in what starts an operation. In a closed loop each caller does one
 * operation after the other, so a caller who waits for a session asks later for the next. In an
 * open loop each operation starts when it is due, with its own caller, so no wait delays another
 * operation. All operations are reads. The waits of operation i depend only on the seed and i.
 */
public final class Loops {
  /**
   * The most operations that an open load may be expected to have, because memory holds their
   * times.
   */
  public static final int MAX_OPEN_OPERATIONS = 5_000_000;

  private static final long OPERATIONS_PER_CALLER = 8;
  private static final long THINK_STREAM = 11;
  private static final long HOLD_STREAM = 12;
  private static final long MEAN_THINK_STREAM = 13;
  private static final long MEAN_HOLD_STREAM = 14;
  private static final long GAP_STREAM = 21;
  private static final long OPEN_HOLD_STREAM = 22;

  private Loops() {}

  /**
   * A burst of reads as in {@link Workload#BURST_READ}, from any number of callers. Each caller
   * thinks 0 to 9 ms and holds its session 0 to 99 ms, eight times.
   *
   * @param callers how many, at least 1
   * @param seed decides every wait
   * @throws IllegalArgumentException if there are more than {@link LoadPlan#MAX_CALLERS} callers
   */
  public static LoadPlan burst(long callers, long seed) {
    return ramp(callers, /* rampNanos= */ 0, seed);
  }

  /**
   * A burst whose callers come one after the other.
   *
   * @param callers how many, at least 1
   * @param rampNanos when the last of them comes, in nanoseconds, at least 0
   * @param seed decides every wait
   * @throws IllegalArgumentException if there are more than {@link LoadPlan#MAX_CALLERS} callers
   */
  public static LoadPlan ramp(long callers, long rampNanos, long seed) {
    IntFunction<Operation> reads = i -> read(seed, i, i < callers ? rampNanos / callers * i : 0);
    return LoadPlan.closed(OPERATIONS_PER_CALLER * callers, callers, reads);
  }

  /**
   * Repeated bursts with no load between them. In each burst every caller arrives once, and starts
   * its other operations as soon as it can.
   *
   * @param callers how many callers each has, at least 1
   * @param bursts how many bursts, at least 1
   * @param periodNanos from the beginning of one to the beginning of the next, in nanoseconds
   * @param seed decides every wait
   * @throws IllegalArgumentException if there are more callers or operations than can be played
   */
  public static LoadPlan repeatedBursts(long callers, int bursts, long periodNanos, long seed) {
    long size = OPERATIONS_PER_CALLER * callers;
    IntFunction<Operation> reads =
        i -> read(seed, i, i % size < callers ? periodNanos * (i / size) : 0);
    return LoadPlan.closed(bursts * size, callers, reads);
  }

  /**
   * Agents that think, hold a session, and think again. Both times are drawn from an exponential
   * distribution.
   *
   * @param agents how many, at least 1
   * @param turns how many operations each does, on average, at least 1
   * @param thinkNanos the mean time that they think, in nanoseconds, at least 0
   * @param holdNanos the mean time that they hold a session beyond its RPCs, in nanoseconds
   * @param seed decides every wait
   * @throws IllegalArgumentException if there are more agents or operations than can be played
   */
  public static LoadPlan agents(int agents, int turns, long thinkNanos, long holdNanos, long seed) {
    return LoadPlan.closed(
        (long) agents * turns, agents, i -> turn(i, thinkNanos, holdNanos, seed));
  }

  private static Operation turn(int i, long meanThinkNanos, long meanHoldNanos, long seed) {
    long thinkNanos = exponential(meanThinkNanos, seed, MEAN_THINK_STREAM, i);
    long holdNanos = exponential(meanHoldNanos, seed, MEAN_HOLD_STREAM, i);
    return new Operation(Kind.READ, 0, thinkNanos, holdNanos, /* keeps= */ false);
  }

  /**
   * Callers whose number doubles with each step up to a maximum, and then halves. Each makes one
   * operation after the other while it is there.
   *
   * @param first how many callers begin, from 1 to {@code most}
   * @param most how many there are at the most
   * @param stepNanos how long each number lasts, in nanoseconds, above 0
   * @param operationNanos what an operation takes at least, in nanoseconds, above 0
   * @param each the operation
   * @throws IllegalArgumentException if there are more operations than can be played
   */
  public static LoadPlan doubling(
      int first, int most, long stepNanos, long operationNanos, Operation each) {
    Stream<Integer> up = Stream.iterate(first, callers -> callers < most, callers -> 2 * callers);
    Stream<Integer> down =
        Stream.iterate(most, callers -> callers >= first, callers -> callers / 2);
    List<Integer> steps = Stream.concat(up, down).toList();
    long turns = steps.stream().mapToLong(callers -> callers).sum();
    long size = turns * (stepNanos / operationNanos + 1);
    LoadPlan.refuseTooLarge(size, most);
    return new LoadPlan(
        (int) size, most, i -> each, /* open= */ false, i -> stay(steps, i, stepNanos));
  }

  private static LoadPlan.Stay stay(List<Integer> steps, int caller, long stepNanos) {
    IntStream all = IntStream.range(0, steps.size());
    IntSummaryStatistics there = all.filter(step -> steps.get(step) > caller).summaryStatistics();
    return new LoadPlan.Stay(there.getMin() * stepNanos, (there.getMax() + 1) * stepNanos);
  }

  private static Operation read(long seed, int i, long arrivalNanos) {
    long thinkNanos = TimeUnit.MILLISECONDS.toNanos(SeededDraws.uniform(seed, THINK_STREAM, i, 10));
    long holdNanos = TimeUnit.MILLISECONDS.toNanos(SeededDraws.uniform(seed, HOLD_STREAM, i, 100));
    return new Operation(Kind.READ, arrivalNanos, thinkNanos, holdNanos, /* keeps= */ false);
  }

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
      return this == FIXED ? meanNanos : exponential(meanNanos, seed, OPEN_HOLD_STREAM, i);
    }
  }

  /**
   * Operations that begin as a Poisson process: the time from one to the next is exponential.
   *
   * @param perSecond the mean rate, above 0
   * @param nanos how long the load lasts, in nanoseconds
   * @param hold the distribution of the time that each holds its session beyond its RPCs
   * @param holdNanos the mean of that time, in nanoseconds, at least 0
   * @param seed decides every draw
   * @return the load, with at least one operation
   * @throws IllegalArgumentException if more than {@value #MAX_OPEN_OPERATIONS} operations are
   *     expected
   */
  public static LoadPlan poisson(
      double perSecond, long nanos, Hold hold, long holdNanos, long seed) {
    double expected = perSecond * nanos / 1e9;
    boolean tooMany = !(expected <= MAX_OPEN_OPERATIONS);
    Invalid.when(
        tooMany, "%.0f operations in all: must be at most %d", expected, MAX_OPEN_OPERATIONS);
    long gapNanos = Math.round(1e9 / perSecond);
    long[] arrivals = new long[capacity(expected)];
    int size = 0;
    long at = exponential(gapNanos, seed, GAP_STREAM, 0);
    while (size == 0 || (at < nanos && size < arrivals.length)) {
      arrivals[size++] = at;
      at += exponential(gapNanos, seed, GAP_STREAM, size);
    }
    return LoadPlan.open(
        size,
        i ->
            new Operation(
                Kind.READ, arrivals[i], 0, hold.nanos(holdNanos, seed, i), /* keeps= */ false));
  }

  /** Ten standard deviations above the expected number: practically always enough. */
  private static int capacity(double expected) {
    return (int) (expected + 10 * Math.sqrt(expected) + 16);
  }

  private static long exponential(long meanNanos, long seed, long stream, long i) {
    return Math.round(meanNanos * SeededDraws.exponential(seed, stream, i));
  }
}
