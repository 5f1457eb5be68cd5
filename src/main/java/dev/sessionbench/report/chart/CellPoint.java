package dev.sessionbench.report.chart;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.MedianInterval;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.report.ScoreUnit;
import java.util.List;
import java.util.Optional;

/**
 * What charts show of one cell.
 *
 * @param x the value along the horizontal axis
 * @param series the line that it belongs to; empty where there is one only
 * @param cell the whole result
 * @param millis the time of each fork
 * @param rpcs the median number of RPCs; NaN where they were not counted
 */
public record CellPoint(String x, String series, CellResult cell, Sample millis, double rpcs) {
  /** What bars are where too few forks ran for an interval. */
  public static final String RANGE =
      "the range of the forks (smallest to largest), which is not a confidence interval: too few"
          + " forks ran for one";

  private static final String INTERVAL =
      "the interval that holds the true median with at least 95 % confidence, whatever the"
          + " distribution";

  private static final double CONFIDENCE = 0.95;

  /**
   * The point of a cell.
   *
   * @param cell the cell
   * @param axes what is along which dimension
   * @return its point; nothing where it has no value along the horizontal axis, or no time
   */
  public static Optional<CellPoint> of(CellResult cell, Axes axes) {
    Optional<Double> unit = ScoreUnit.millisPer(cell.primaryMetric().scoreUnit());
    Sample sample = ResultTables.sample(cell);
    if (unit.isEmpty() || sample.n() == 0) {
      return Optional.empty();
    }
    List<Double> millis = sample.values().stream().map(value -> value * unit.get()).toList();
    return axes.x(cell.key())
        .map(
            x ->
                new CellPoint(
                    x,
                    axes.series(cell.key()),
                    cell,
                    new Sample(millis, sample.warnings()),
                    ResultTables.secondary(cell, ResultTables.RPCS_METRIC).median()));
  }

  double median() {
    return millis.median();
  }

  /** The time in virtual time, in milliseconds; NaN where that is not known. */
  double virtual() {
    return Ideal.millis(cell).orElse(Double.NaN);
  }

  /** The RPCs in virtual time; NaN where they are not known. */
  double virtualRpcs() {
    return Ideal.of(cell, ResultTables.RPCS_METRIC).orElse(Double.NaN);
  }

  /** What a time is in virtual time and how many times as long it took, in words; or nothing. */
  String besideVirtual() {
    return Double.isFinite(virtual())
        ? " (in virtual time %s%s)"
            .formatted(
                Numbers.label(virtual()), Ideal.ratio(cell).map(", ratio "::concat).orElse(""))
        : "";
  }

  /** The lower end of the bar about the median. */
  double low() {
    return interval().map(Interval::low).orElseGet(millis::min);
  }

  /** The upper end of the bar about the median. */
  double high() {
    return interval().map(Interval::high).orElseGet(millis::max);
  }

  /** What that bar is, for a caption. */
  public String bar() {
    return interval().isPresent() ? INTERVAL : RANGE;
  }

  private Optional<Interval> interval() {
    return MedianInterval.of(millis, CONFIDENCE);
  }
}
