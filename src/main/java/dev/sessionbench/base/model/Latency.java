package dev.sessionbench.base.model;

import java.util.concurrent.TimeUnit;

/**
 * How long the simulated server takes for one RPC. A draw depends only on its position, so runs
 * with one seed take the same times.
 *
 * <p>No draw is negative. Values of unbounded formulas beyond 0 or {@link #MAX_NANOS} move to the
 * nearer bound.
 */
public sealed interface Latency
    permits ServerTime, NormalTime, LogNormalTime, QuantileTime, MeasuredTime, ScaledTime {
  /** The longest simulated time, one hour. A longer one is probably a typing error. */
  long MAX_NANOS = TimeUnit.HOURS.toNanos(1);

  /**
   * The time of one RPC.
   *
   * @param seed the seed of the run
   * @param stream the sequence, one for each method
   * @param index the position of the RPC in that sequence, from 0
   * @return the time in nanoseconds, the same for the same arguments
   */
  long drawNanos(long seed, long stream, long index);

  /**
   * The time of one RPC that creates sessions. Only {@link MeasuredTime} depends on the last two.
   *
   * @param seed the seed of the run
   * @param stream the sequence, one for each method
   * @param index the position of the RPC in that sequence, from 0
   * @param sessions how many it creates
   * @param inFlight RPCs of the method in progress when it arrives, this one included
   * @return the time in nanoseconds, the same for the same arguments
   */
  default long drawNanos(long seed, long stream, long index, int sessions, int inFlight) {
    return drawNanos(seed, stream, index);
  }

  /** The range of simulated times, 0 to {@link Latency#MAX_NANOS}. */
  static final class TimeBounds {
    private TimeBounds() {}

    /**
     * Checks a parameter of a distribution.
     *
     * @throws IllegalArgumentException naming the part, its value and the range
     */
    static void require(String part, long nanos) {
      Invalid.when(
          nanos < 0 || nanos > Latency.MAX_NANOS,
          "%s %s ns must be from 0 to %s ns (an hour)",
          part,
          nanos,
          Latency.MAX_NANOS);
    }

    /** The nearest whole nanosecond within the range. */
    static long clamp(double nanos) {
      return Math.round(Math.max(0, Math.min((double) Latency.MAX_NANOS, nanos)));
    }
  }
}
