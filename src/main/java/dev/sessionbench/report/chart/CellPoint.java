package dev.sessionbench.report.chart;

import dev.sessionbench.report.ResultTables;
import dev.sessionbench.report.ScoreUnit;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Sample;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What charts show of one cell.
 *
 * @param x the value along the horizontal axis
 * @param series the line that it belongs to; empty where there is one only
 * @param cell the whole result
 * @param forkMillis the time of each fork
 * @param median the median of those
 * @param spread the bar about it
 * @param rpcs the median number of RPCs; nothing where they were not counted
 */
public record CellPoint(
    String x,
    String series,
    CellResult cell,
    List<Double> forkMillis,
    double median,
    Spread spread,
    OptionalDouble rpcs) {
  /**
   * The point of a cell.
   *
   * @param cell the cell
   * @param axes what is along which dimension
   * @return its point; nothing where it has no value along the horizontal axis, or no time
   */
  public static Optional<CellPoint> of(CellResult cell, Axes axes) {
    Optional<Double> unit = ScoreUnit.millisPer(cell.primaryMetric().scoreUnit());
    Sample sample = Sample.ofForks(cell.primaryMetric().rawData());
    if (unit.isEmpty() || sample.n() == 0) {
      return Optional.empty();
    }
    double millis = unit.get();
    return axes.x(cell.key())
        .map(
            x ->
                new CellPoint(
                    x,
                    axes.series(cell.key()),
                    cell,
                    sample.values().stream().map(value -> value * millis).toList(),
                    sample.median() * millis,
                    Spread.of(sample).times(millis),
                    secondary(cell, ResultTables.RPCS_METRIC)));
  }

  /** The median over the forks of a secondary metric. */
  static OptionalDouble secondary(CellResult cell, String name) {
    Metric metric = cell.secondaryMetrics().get(name);
    Sample sample = Sample.ofForks(metric == null ? List.of() : metric.rawData());
    return sample.n() == 0 ? OptionalDouble.empty() : OptionalDouble.of(sample.median());
  }

  double largest() {
    return Math.max(
        spread.high(), forkMillis.stream().mapToDouble(v -> v).max().orElse(spread.high()));
  }
}
