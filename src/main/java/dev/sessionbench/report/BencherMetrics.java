package dev.sessionbench.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Json;
import java.util.Optional;

/**
 * Writes Bencher Metric Format: benchmarks with their metrics, each with a value and an interval. A
 * benchmark's time is named {@code latency}, in nanoseconds, the measure that Bencher knows.
 *
 * @see <a href="https://bencher.dev/docs/reference/bencher-metric-format/">the format</a>
 */
public final class BencherMetrics {
  private static final double NANOS_PER_MILLI = 1e6;

  private final ObjectNode root = JsonNodeFactory.instance.objectNode();

  /**
   * Adds a metric, unless its value is NaN.
   *
   * @param benchmark the benchmark's name
   * @param metric the metric's name
   * @param unit its unit, as JMH writes it
   * @param value the value
   * @param low the lower end of its interval; NaN without one
   * @param high the upper end of its interval; NaN without one
   */
  public void add(
      String benchmark, String metric, String unit, double value, double low, double high) {
    if (Double.isNaN(value)) {
      return;
    }
    Optional<Double> millis =
        ResultTables.millisPer(unit).filter(time -> metric.equals(CellResult.SCORE));
    double factor = millis.map(one -> one * NANOS_PER_MILLI).orElse(1.0);
    ObjectNode node =
        root.withObjectProperty(benchmark).putObject(millis.isPresent() ? "latency" : metric);
    node.put("value", factor * value);
    if (!Double.isNaN(low) && !Double.isNaN(high)) {
      node.put("lower_value", factor * low).put("upper_value", factor * high);
    }
  }

  /** The text, JSON. */
  public String text() {
    return Json.text(root);
  }
}
