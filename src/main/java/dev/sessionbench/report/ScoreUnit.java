package dev.sessionbench.report;

import java.util.Arrays;
import java.util.OptionalDouble;

/** JMH's units of time. */
public enum ScoreUnit {
  /** {@code ns/op}. */
  NANOSECONDS("ns/op", 1e-6),
  /** {@code us/op}. */
  MICROSECONDS("us/op", 1e-3),
  /** {@code ms/op}. */
  MILLISECONDS("ms/op", 1),
  /** {@code s/op}. */
  SECONDS("s/op", 1e3),
  /** {@code min/op}. */
  MINUTES("min/op", 60e3);

  private final String label;
  private final double millis;

  ScoreUnit(String label, double millis) {
    this.label = label;
    this.millis = millis;
  }

  /**
   * The milliseconds in one of a unit.
   *
   * @param scoreUnit the unit as JMH writes it
   * @return the factor; nothing for a unit that is not a time
   */
  public static OptionalDouble millisPer(String scoreUnit) {
    return Arrays.stream(values())
        .filter(unit -> unit.label.equals(scoreUnit))
        .mapToDouble(unit -> unit.millis)
        .findFirst();
  }
}
