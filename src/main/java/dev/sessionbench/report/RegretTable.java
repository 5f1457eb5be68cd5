package dev.sessionbench.report;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.ResultTable.Column;
import java.util.List;
import java.util.OptionalDouble;

/** Regret in words, and the figures that it is weighed by. */
public final class RegretTable {
  private static final double GREAT = 9.95;
  private static final double BEYOND = 999.5;

  private RegretTable() {}

  /** What a run has cost, in the figures that are weighed and some beside them. */
  public static List<Column> columns() {
    return List.of(
        metric("RPCs", ResultTables.RPCS_METRIC),
        metric("overshoot", "overshoot"),
        metric("wait p99 (ms)", "acquireWaitP99"),
        metric("idle (s)", "idleSessionSeconds"),
        metric("refused", "failedCallers"));
  }

  private static Column metric(String heading, String name) {
    return new Column(
        heading, result -> Numbers.label(ResultTables.secondary(result, name).median()));
  }

  /** A regret in three signs or fewer: 1.5, 12, and a sign for what refuses callers. */
  public static String words(OptionalDouble regret) {
    if (regret.isEmpty()) {
      return "–";
    }
    double value = regret.getAsDouble();
    if (Double.isInfinite(value)) {
      return "∞";
    }
    if (value >= BEYOND) {
      return Math.min(99, Math.round(value / 1_000)) + "k";
    }
    return value < GREAT ? Numbers.oneDecimal(value) : Long.toString(Math.round(value));
  }
}
