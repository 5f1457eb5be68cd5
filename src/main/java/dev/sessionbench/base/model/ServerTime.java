package dev.sessionbench.base.model;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A simulated server time: a fixed part plus a uniform random part, drawn in whole steps.
 *
 * @param fixedNanos the part that every RPC takes, in nanoseconds, at least 0
 * @param randomNanos the exclusive upper bound of the random part, in nanoseconds, a multiple of
 *     {@code stepNanos}, or 0 for none
 * @param stepNanos the granularity of the random part, in nanoseconds, at least 1
 */
public record ServerTime(long fixedNanos, long randomNanos, long stepNanos) implements Latency {
  /** No simulated time: the server answers at once. */
  public static final ServerTime NONE = new ServerTime(0, 0, 1);

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if a part is negative or the random part is not a multiple of
   *     the step
   */
  public ServerTime {
    Invalid.when(
        fixedNanos < 0 || randomNanos < 0 || stepNanos < 1,
        "server time must not be negative: fixed %d ns, random %d ns, step %d ns",
        fixedNanos,
        randomNanos,
        stepNanos);
    Invalid.when(
        randomNanos % stepNanos != 0,
        "random part %d ns must be a multiple of the step %d ns",
        randomNanos,
        stepNanos);
  }

  /**
   * A time as the client's own mock server draws it: the fixed part plus 0 to {@code randomMillis -
   * 1} whole milliseconds.
   *
   * @param fixedMillis the fixed part in milliseconds
   * @param randomMillis the exclusive bound of the random part in milliseconds
   * @return the time
   */
  public static ServerTime ofMillis(long fixedMillis, long randomMillis) {
    return new ServerTime(
        TimeUnit.MILLISECONDS.toNanos(fixedMillis),
        TimeUnit.MILLISECONDS.toNanos(randomMillis),
        TimeUnit.MILLISECONDS.toNanos(1));
  }

  /**
   * A time without a random part.
   *
   * @param time the time, at least 0
   * @return the time
   */
  public static ServerTime fixed(Duration time) {
    return new ServerTime(time.toNanos(), 0, 1);
  }

  @Override
  public long drawNanos(long seed, long stream, long index) {
    if (randomNanos == 0) {
      return fixedNanos;
    }
    return fixedNanos
        + stepNanos * SeededDraws.uniform(seed, stream, index, randomNanos / stepNanos);
  }
}
