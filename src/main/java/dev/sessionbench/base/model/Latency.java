package dev.sessionbench.base.model;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long the simulated server takes for one RPC. A draw depends only on its position, so runs
 * with one seed take the same times. The keys are those of a profile.
 *
 * <p>No draw is negative. Values of unbounded formulas beyond 0 or {@link #MAX_NANOS} move to the
 * nearer bound.
 */
public sealed interface Latency
    permits Latency.FixedTime,
        Latency.ServerTime,
        Latency.NormalTime,
        Latency.LogNormalTime,
        QuantileTime,
        MeasuredTime,
        Latency.ScaledTime {
  /** The longest simulated time, one hour. A longer one is probably a typing error. */
  long MAX_NANOS = TimeUnit.HOURS.toNanos(1);

  /** The range of simulated times, as profiles have it. */
  String RANGE = "[0, 3600000] ms";

  /**
   * The time of one RPC. Only {@link MeasuredTime} depends on the last two.
   *
   * @param seed the seed of the run
   * @param stream the sequence, one for each method
   * @param index the position of the RPC in that sequence, from 0
   * @param sessions how many it creates
   * @param inFlight RPCs of the method in progress when it arrives, this one included
   * @return the time in nanoseconds, the same for the same arguments
   */
  long drawNanos(long seed, long stream, long index, int sessions, int inFlight);

  /** Always the same time. */
  @Key(name = "fixed", is = "always this time")
  record FixedTime(@Key(range = RANGE) long nanos) implements Latency {
    @Override
    public long drawNanos(long seed, long stream, long index, int sessions, int inFlight) {
      return nanos;
    }
  }

  /**
   * A uniform random time, drawn in whole steps.
   *
   * @param min the shortest time, in nanoseconds, at least 0
   * @param max the longest time, in nanoseconds, a number of steps above the shortest
   * @param step the granularity, in nanoseconds, at least 1
   */
  @Key(name = "uniform", is = "{min, max, step}: a uniform distribution, in steps if one is given")
  record ServerTime(
      @Key(range = RANGE) long min,
      @Key(range = RANGE) long max,
      @Key(range = RANGE, or = "0.000001") long step)
      implements Latency {
    /** No simulated time: the server answers at once. */
    public static final Latency NONE = new FixedTime(0);

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if the longest is no whole number of steps above the
     *     shortest
     */
    public ServerTime {
      Invalid.when(
          max < min || step < 1 || (max - min) % step != 0,
          "%s: must be so that max is min, or a whole number of steps above it",
          max < min ? "max" : "step");
    }

    /**
     * A time as the client's own mock server draws it: a fixed part plus 0 to {@code randomMillis -
     * 1} whole milliseconds.
     *
     * @param fixedMillis the fixed part in milliseconds
     * @param randomMillis the exclusive bound of the random part in milliseconds
     */
    public static ServerTime ofMillis(long fixedMillis, long randomMillis) {
      long milli = TimeUnit.MILLISECONDS.toNanos(1);
      return of(fixedMillis * milli, randomMillis * milli, milli);
    }

    /**
     * A fixed part plus a random part, in nanoseconds.
     *
     * @param random the exclusive bound of the random part, a multiple of the step
     */
    public static ServerTime of(long fixed, long random, long step) {
      return new ServerTime(fixed, fixed + Math.max(0, random - step), step);
    }

    /** A time without a random part, at least 0. */
    public static Latency fixed(Duration time) {
      return new FixedTime(time.toNanos());
    }

    @Override
    public long drawNanos(long seed, long stream, long index, int sessions, int inFlight) {
      return min == max
          ? min
          : min + step * SeededDraws.uniform(seed, stream, index, (max - min) / step + 1);
    }
  }

  /**
   * A normally distributed time, as of a server whose work is a sum of many small parts.
   *
   * @param mean the mean in nanoseconds
   * @param deviation the standard deviation in nanoseconds
   */
  @Key(name = "normal", is = "{mean, deviation}: a normal distribution; below 0 becomes 0")
  record NormalTime(@Key(range = RANGE) long mean, @Key(range = RANGE) long deviation)
      implements Latency {
    @Override
    public long drawNanos(long seed, long stream, long index, int sessions, int inFlight) {
      return Latency.clamp(mean + deviation * SeededDraws.gaussian(seed, stream, index));
    }
  }

  /**
   * A time whose logarithm is normal. It has the long right tail of remote calls.
   *
   * @param median the median in nanoseconds
   * @param sigma the standard deviation of the natural logarithm, from 0 to 5
   */
  @Key(
      name = "logNormal",
      is = "{median, sigma}: a log-normal distribution; sigma is the deviation of the logarithm")
  record LogNormalTime(@Key(range = RANGE) long median, @Key(range = "[0, 5]") double sigma)
      implements Latency {
    @Override
    public long drawNanos(long seed, long stream, long index, int sessions, int inFlight) {
      double factor = StrictMath.exp(sigma * SeededDraws.gaussian(seed, stream, index));
      return Latency.clamp(median * factor);
    }
  }

  /**
   * Multiplies each draw of another time by a factor.
   *
   * @param time the other time
   * @param factor 1.05 for 5 % longer, above 0
   */
  record ScaledTime(Latency time, double factor) implements Latency {
    /**
     * Checks the factor.
     *
     * @throws IllegalArgumentException if it is not above 0 and finite
     */
    public ScaledTime {
      Invalid.when(!(factor > 0 && Double.isFinite(factor)), "factor %s: must be above 0", factor);
    }

    @Override
    public long drawNanos(long seed, long stream, long index, int sessions, int inFlight) {
      long nanos = time.drawNanos(seed, stream, index, sessions, inFlight);
      return Math.min(MAX_NANOS, Math.round(factor * nanos));
    }
  }

  /** The nearest whole nanosecond from 0 to {@link #MAX_NANOS}. */
  static long clamp(double nanos) {
    return Math.round(Math.max(0, Math.min((double) MAX_NANOS, nanos)));
  }
}
