package dev.sessionbench.report;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Adds virtual time to measured cells as further metrics. Virtual time is what a cell costs if
 * client and machine take no time. The rest of a measured time is the cost of client and machine.
 */
public final class Ideal {
  /** The prefix of metrics of virtual time. */
  public static final String VIRTUAL = "virtual.";

  /** The metric for measured time as a multiple of virtual time, one value for each fork. */
  public static final String OVER_VIRTUAL = "overVirtual";

  /** The metrics of virtual time that a comparison shows by default. */
  static final List<String> TELLING = List.of(OVER_VIRTUAL, VIRTUAL + CellResult.SCORE);

  private Ideal() {}

  /**
   * A measured cell with the metrics of virtual time added.
   *
   * @param measured the cell
   * @param ideal the same cell in virtual time
   */
  public static CellResult beside(CellResult measured, CellResult ideal) {
    Map<String, Metric> own = measured.secondaryMetrics();
    Map<String, Metric> metrics = new LinkedHashMap<>(own);
    metrics.put(VIRTUAL + CellResult.SCORE, ideal.primaryMetric());
    ideal.secondaryMetrics().entrySet().stream()
        .filter(entry -> own.containsKey(entry.getKey()))
        .forEach(entry -> metrics.put(VIRTUAL + entry.getKey(), entry.getValue()));
    Metric time = measured.primaryMetric();
    double unit =
        ResultTables.millisPer(time.scoreUnit()).orElse(Double.NaN)
            / millis(measured.withSecondaryMetrics(metrics));
    if (Double.isFinite(unit)) {
      UnaryOperator<List<Double>> over = fork -> fork.stream().map(v -> v * unit).toList();
      List<List<Double>> ratios = time.rawData().stream().map(over).toList();
      metrics.put(OVER_VIRTUAL, Metric.of("times", ratios));
    }
    return measured.withSecondaryMetrics(metrics);
  }

  /** Whether a metric has one value and no error, as those of virtual time do. */
  static boolean isExact(String metric) {
    return metric.startsWith(VIRTUAL);
  }

  /** Whether any of these cells has metrics of virtual time. */
  public static boolean isShown(Collection<CellResult> cells) {
    return cells.stream().anyMatch(cell -> Double.isFinite(millis(cell)));
  }

  /** The time of a cell in virtual time, in milliseconds; NaN if unknown. */
  public static double millis(CellResult cell) {
    return cell.metric(VIRTUAL + CellResult.SCORE)
        .flatMap(time -> ResultTables.millisPer(time.scoreUnit()).map(unit -> unit * time.score()))
        .orElse(Double.NaN);
  }

  /**
   * A metric's median as a multiple of virtual time; not finite if it is unknown or 0 there.
   *
   * @param cell the cell
   * @param metric the name of the measured metric
   */
  public static double ratio(CellResult cell, String metric) {
    return metric.equals(CellResult.SCORE)
        ? ResultTables.median(cell, OVER_VIRTUAL)
        : ResultTables.median(cell, metric) / ResultTables.median(cell, VIRTUAL + metric);
  }
}
