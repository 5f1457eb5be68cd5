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
 * @param incStep the step
 * @param cell the whole result
 * @param forkMillis the time of each fork
 * @param median the median of those
 * @param spread the bar about it
 * @param rpcs the median number of RPCs; nothing where they were not counted
 */
public record CellPoint(
    int incStep,
    CellResult cell,
    List<Double> forkMillis,
    double median,
    Spread spread,
    OptionalDouble rpcs) {
  /** Copies the list. */
  public CellPoint {
    forkMillis = List.copyOf(forkMillis);
  }

  /**
   * The point of a cell.
   *
   * @param cell the cell
   * @return its point; nothing where it has no step or no time
   */
  public static Optional<CellPoint> of(CellResult cell) {
    OptionalDouble unit = ScoreUnit.millisPer(cell.primaryMetric().scoreUnit());
    Sample sample = Sample.ofForks(cell.primaryMetric());
    if (unit.isEmpty() || sample.n() == 0 || Panels.incStep(cell.key()).isEmpty()) {
      return Optional.empty();
    }
    double millis = unit.getAsDouble();
    return Optional.of(
        new CellPoint(
            Panels.incStep(cell.key()).getAsInt(),
            cell,
            sample.values().stream().map(value -> value * millis).toList(),
            sample.median() * millis,
            Spread.of(sample).times(millis),
            secondary(cell, ResultTables.RPCS_METRIC)));
  }

  /** The median over the forks of a secondary metric. */
  static OptionalDouble secondary(CellResult cell, String name) {
    Metric metric = cell.secondaryMetrics().get(name);
    Sample sample = metric == null ? new Sample(List.of(), List.of()) : Sample.ofForks(metric);
    return sample.n() == 0 ? OptionalDouble.empty() : OptionalDouble.of(sample.median());
  }

  double largest() {
    return Math.max(
        spread.high(), forkMillis.stream().mapToDouble(v -> v).max().orElse(spread.high()));
  }
}
