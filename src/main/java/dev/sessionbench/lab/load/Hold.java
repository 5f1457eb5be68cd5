package dev.sessionbench.lab.load;

import dev.sessionbench.bench.load.Loops;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.Operation.Kind;

/**
 * How long callers have their sessions.
 *
 * @param nanos the time, or the mean of exponential times, in nanoseconds, at least 0
 * @param times whether it is always the same
 * @param forEver whether they never give them back
 */
public record Hold(double nanos, Loops.Hold times, boolean forEver) {
  /** Always the same time, in nanoseconds. */
  public static Hold fixed(double nanos) {
    return new Hold(nanos, Loops.Hold.FIXED, false);
  }

  /** The same, so many times as long. */
  public Hold scaled(double factor) {
    return new Hold(nanos * factor, times, forEver);
  }

  /** A read that comes at a moment and whose caller has its session so long. */
  Operation read(long arrivalNanos, long thinkNanos, long seed, long i) {
    return new Operation(
        Kind.READ, arrivalNanos, thinkNanos, times.nanos(Math.round(nanos), seed, i), forEver);
  }
}
