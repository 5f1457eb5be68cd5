package dev.sessionbench.base.model;

/** How many nanoseconds, which all times are counted in, make one of the units that are shown. */
public final class Nanos {
  /** In a millisecond. */
  public static final double PER_MILLI = 1e6;

  /** In a second. */
  public static final double PER_SECOND = 1e9;

  private Nanos() {}
}
