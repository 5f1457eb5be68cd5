package dev.sessionbench.base.model;

/** Converts nanoseconds, the unit of all times in code, into the units that are shown. */
public final class Nanos {
  /** Nanoseconds in a millisecond. */
  public static final double PER_MILLI = 1e6;

  /** Nanoseconds in a second. */
  public static final double PER_SECOND = 1e9;

  /** Milliseconds in a second. */
  public static final double MILLIS_PER_SECOND = 1e3;

  private Nanos() {}

  /** A time in seconds, to the nearest nanosecond. */
  public static long ofSeconds(double seconds) {
    return Math.round(seconds * PER_SECOND);
  }
}
