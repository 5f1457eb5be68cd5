package dev.sessionbench.base.stats;

import java.util.Locale;

/** Which way a metric is better. */
public enum Direction {
  /** Times, counts of RPCs, memory. */
  LOWER_IS_BETTER,
  /** Operations per unit of time. */
  HIGHER_IS_BETTER;

  /**
   * The direction of a benchmark's primary metric.
   *
   * @param mode JMH's short label of the mode, for example {@code thrpt}
   * @param unit the metric's unit, for example {@code ops/ms}
   * @return higher is better for throughput, else lower
   */
  public static Direction of(String mode, String unit) {
    return mode.equals("thrpt") ? HIGHER_IS_BETTER : ofUnit(unit);
  }

  /**
   * The direction of a metric known by its unit alone.
   *
   * @param unit the metric's unit
   * @return higher is better for {@code ops/} any time, else lower
   */
  public static Direction ofUnit(String unit) {
    return unit.toLowerCase(Locale.ROOT).startsWith("ops/") ? HIGHER_IS_BETTER : LOWER_IS_BETTER;
  }

  /**
   * Whether one value is better than another.
   *
   * @param value the value
   * @param other the other
   * @return true where it is strictly better
   */
  public boolean better(double value, double other) {
    return this == LOWER_IS_BETTER ? value < other : value > other;
  }
}
