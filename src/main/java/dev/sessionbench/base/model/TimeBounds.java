package dev.sessionbench.base.model;

/** The range of simulated times, 0 to {@link Latency#MAX_NANOS}. */
final class TimeBounds {
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
