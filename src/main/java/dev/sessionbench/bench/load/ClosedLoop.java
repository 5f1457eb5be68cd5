package dev.sessionbench.bench.load;

import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.bench.load.Operation.Kind;
import java.util.concurrent.TimeUnit;

/**
 * Loads of callers who each do one thing after the other: whoever must wait for a session asks for
 * the next one later. All operations are reads. What a load draws for its i-th operation depends on
 * the seed and i alone.
 */
public final class ClosedLoop {
  private static final long OPERATIONS_PER_CALLER = 8;
  private static final long THINK_STREAM = 11;
  private static final long HOLD_STREAM = 12;
  private static final long MEAN_THINK_STREAM = 13;
  private static final long MEAN_HOLD_STREAM = 14;

  private ClosedLoop() {}

  /**
   * A burst of reads as in {@link Workload#BURST_READ}, from as many callers as are wished: each
   * thinks 0 to 9 ms and holds its session 0 to 99 ms, eight times.
   *
   * @param callers how many, at least 1
   * @param seed decides every wait
   * @throws IllegalArgumentException if these are more than {@link LoadPlan#MAX_CALLERS}
   */
  public static LoadPlan burst(long callers, long seed) {
    return LoadPlan.closed(
        OPERATIONS_PER_CALLER * callers, callers, i -> read(seed, i, /* arrivalNanos= */ 0));
  }

  /**
   * The callers of a burst who come one after the other.
   *
   * @param callers how many, at least 1
   * @param rampNanos when the last of them comes, in nanoseconds, at least 0
   * @param seed decides every wait
   * @throws IllegalArgumentException if these are more than {@link LoadPlan#MAX_CALLERS}
   */
  public static LoadPlan ramp(long callers, long rampNanos, long seed) {
    return LoadPlan.closed(
        OPERATIONS_PER_CALLER * callers,
        callers,
        i -> read(seed, i, i < callers ? rampNanos / callers * i : 0));
  }

  /**
   * Bursts with nothing between them. A burst has an arrival for each caller; what a caller does
   * after that it does as soon as it can.
   *
   * @param callers how many callers each has, at least 1
   * @param bursts how many bursts, at least 1
   * @param periodNanos from the beginning of one to the beginning of the next, in nanoseconds
   * @param seed decides every wait
   * @throws IllegalArgumentException if these are more callers or operations than can be played
   */
  public static LoadPlan repeatedBursts(long callers, int bursts, long periodNanos, long seed) {
    long size = OPERATIONS_PER_CALLER * callers;
    return LoadPlan.closed(
        bursts * size,
        callers,
        i -> read(seed, i, i % size < callers ? periodNanos * (i / size) : 0));
  }

  /**
   * Agents who think, hold a session, and think again; both times are drawn from an exponential
   * distribution.
   *
   * @param agents how many, at least 1
   * @param turns how many operations each does, on average, at least 1
   * @param thinkNanos the mean time that they think, in nanoseconds, at least 0
   * @param holdNanos the mean time that they hold a session beyond its RPCs, in nanoseconds
   * @param seed decides every wait
   * @throws IllegalArgumentException if these are more agents or operations than can be played
   */
  public static LoadPlan agents(int agents, int turns, long thinkNanos, long holdNanos, long seed) {
    return LoadPlan.closed(
        (long) agents * turns,
        agents,
        i ->
            new Operation(
                Kind.READ,
                0,
                exponential(seed, MEAN_THINK_STREAM, i, thinkNanos),
                exponential(seed, MEAN_HOLD_STREAM, i, holdNanos),
                /* keeps= */ false));
  }

  private static Operation read(long seed, int i, long arrivalNanos) {
    long thinkNanos = TimeUnit.MILLISECONDS.toNanos(SeededDraws.uniform(seed, THINK_STREAM, i, 10));
    long holdNanos = TimeUnit.MILLISECONDS.toNanos(SeededDraws.uniform(seed, HOLD_STREAM, i, 100));
    return new Operation(Kind.READ, arrivalNanos, thinkNanos, holdNanos, /* keeps= */ false);
  }

  /** A time drawn from the exponential distribution, in nanoseconds. */
  static long exponential(long seed, long stream, long i, long meanNanos) {
    // StrictMath, so that every JVM draws the same. 1 - unit is never 0.
    return Math.round(-meanNanos * StrictMath.log(1 - SeededDraws.unit(seed, stream, i)));
  }
}
