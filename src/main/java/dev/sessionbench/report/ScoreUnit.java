package dev.sessionbench.report;

import java.util.Arrays;
import java.util.OptionalDouble;

/** JMH's units of time. */
enum ScoreUnit {
  NANOSECONDS("ns/op", 1e-6),
  MICROSECONDS("us/op", 1e-3),
  MILLISECONDS("ms/op", 1),
  SECONDS("s/op", 1e3),
  MINUTES("min/op", 60e3);

  private final String label;
  private final double millis;

  ScoreUnit(String label, double millis) {
    this.label = label;
    this.millis = millis;
  }

  /** The milliseconds in one of a unit; nothing for a unit that is not a time. */
  static OptionalDouble millisPer(String scoreUnit) {
    return Arrays.stream(values())
        .filter(unit -> unit.label.equals(scoreUnit))
        .mapToDouble(unit -> unit.millis)
        .findFirst();
  }
}
