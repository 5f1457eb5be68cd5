package dev.sessionbench.trial;

/**
 * One figure of one run.
 *
 * @param name the name under which results carry it
 * @param value the figure; NaN where the run has none
 * @param unit its unit: {@code #} for counts
 */
public record Metric(String name, double value, String unit) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** A count. */
  static Metric count(String name, long value) {
    return new Metric(name, value, "#");
  }

  /** A time, given in nanoseconds and reported in milliseconds. */
  static Metric millis(String name, long nanos) {
    return millis(name, (double) nanos);
  }

  /** A time, given in nanoseconds and reported in milliseconds; NaN where there is none. */
  static Metric millis(String name, double nanos) {
    return new Metric(name, nanos / NANOS_PER_MILLI, "ms");
  }

  /** An amount of memory. */
  static Metric bytes(String name, long value) {
    return new Metric(name, value, "B");
  }
}
