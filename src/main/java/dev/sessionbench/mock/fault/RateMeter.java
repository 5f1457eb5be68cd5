package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Nanos;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells the calls beyond a rate from those within it: the generic cell rate algorithm (ITU-T
 * I.371), which is a bucket of tokens kept as one number, the time at which the bucket will be full
 * again.
 *
 * <p>The bucket holds the calls of one second, one at least. Calls beyond the rate take no token.
 */
final class RateMeter {
  private final long intervalNanos;
  private final long toleranceNanos;

  /** On the meter's own clock, whose start is the first moment of the plan. */
  private final AtomicLong fullAtNanos = new AtomicLong(Long.MIN_VALUE);

  RateMeter(double callsPerSecond) {
    intervalNanos = Math.max(1, Math.round(Nanos.PER_SECOND / callsPerSecond));
    long burst = Math.max(1, (long) callsPerSecond);
    toleranceNanos = (burst - 1) * intervalNanos;
  }

  /**
   * Counts a call.
   *
   * @param nowNanos when it came
   * @return whether it is beyond the rate
   */
  boolean exceeds(long nowNanos) {
    while (true) {
      long full = fullAtNanos.get();
      long from = Math.max(full, nowNanos);
      if (from - nowNanos > toleranceNanos) {
        return true;
      }
      if (fullAtNanos.compareAndSet(full, from + intervalNanos)) {
        return false;
      }
    }
  }
}
