package dev.sessionbench.report;

import java.util.Map;
import java.util.Optional;

/** JMH's units of time. */
public final class ScoreUnit {
  private static final Map<String, Double> MILLIS =
      Map.of("ns/op", 1e-6, "us/op", 1e-3, "ms/op", 1.0, "s/op", 1e3, "min/op", 60e3);

  private ScoreUnit() {}

  /**
   * The milliseconds in one of a unit.
   *
   * @param scoreUnit the unit as JMH writes it
   * @return the factor; nothing for a unit that is not a time
   */
  public static Optional<Double> millisPer(String scoreUnit) {
    return Optional.ofNullable(MILLIS.get(scoreUnit));
  }
}
