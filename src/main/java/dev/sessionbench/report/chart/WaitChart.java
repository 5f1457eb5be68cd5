package dev.sessionbench.report.chart;

import com.google.common.collect.ImmutableMap;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.report.chart.CellCharts.CellPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Draws the wait for a session against the percentile, where each further nine has the same width.
 */
public final class WaitChart {
  private static final double LAST = 99.9;

  /** The percentiles that every result has, in order, by the names of their metrics. */
  private static final ImmutableMap<String, Double> KNOWN =
      ImmutableMap.of(
          RunMetric.WAIT_P50.key(),
          50.0,
          RunMetric.WAIT_P99.key(),
          99.0,
          RunMetric.WAIT_MAX.key(),
          100.0);

  private static final Axis PERCENTILES =
      new Axis(
          "Percentile of callers",
          Axis.Scale.percentiles(LAST),
          Stream.concat(
                  Stream.of(0.0, 50.0, 90.0, 99.0, LAST).map(Axis.Tick::of),
                  Stream.of(new Axis.Tick(100, "max")))
              .toList());

  private WaitChart() {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param lines one for each value of the panel, in order, at least one
   */
  public static Chart of(Panel panel, List<LineChart.Line> lines) {
    boolean ideal = lines.stream().anyMatch(line -> !line.beside().isEmpty());
    double longest =
        lines.stream()
            .flatMap(line -> Stream.concat(line.points().stream(), line.beside().stream()))
            .mapToDouble(LineChart.Point::y)
            .max()
            .orElse(1);
    String title = "Wait for a session (ms)" + (ideal ? "; rings: in virtual time" : "");
    return LineChart.of(
        "waits-" + panel.id(),
        "Waits for a session in " + panel.title(),
        "Longest wait:",
        panel.x().name(),
        PERCENTILES,
        Axis.fromZero(title, longest, 4),
        lines);
  }

  /**
   * The whole distribution of one run: the longest wait of each percentage of callers.
   *
   * @param curve the run
   * @param cell the cell of the run, if known
   * @param axes the dimensions of the other charts
   * @return its waits; empty if no waits were recorded
   */
  public static Optional<LineChart.Line> line(
      CellCurves curve, Optional<CellResult> cell, Axes axes) {
    Curve waits = curve.curve(Curve.ACQUIRE_WAIT);
    String x = axes.x(curve.key()).orElse("");
    return line(
        x,
        cell.map(known -> virtual(known, x)).orElse(List.of()),
        IntStream.range(0, waits.x().size())
            .filter(i -> waits.x().get(i) >= 0)
            .mapToObj(
                i -> new LineChart.Point(Math.min(100, waits.x().get(i)), waits.y().get(i), "")));
  }

  /**
   * The waits in the result file: median, 99th percentile and maximum, each the median over the
   * forks.
   *
   * @param point the cell
   * @return its waits; empty if no waits were recorded
   */
  public static Optional<LineChart.Line> line(CellPoint point) {
    return line(
        point.x(),
        virtual(point.cell(), point.x()),
        KNOWN.entrySet().stream()
            .map(
                known ->
                    new LineChart.Point(
                        known.getValue(), ResultTables.median(point.cell(), known.getKey()), "")));
  }

  /** The waits in virtual time, as far as they are known. */
  private static List<LineChart.Point> virtual(CellResult cell, String x) {
    List<LineChart.Point> points = new ArrayList<>();
    KNOWN.forEach(
        (metric, percentile) -> {
          double millis = Ideal.of(cell, metric).orElse(Double.NaN);
          String title =
              "%s, %s: %s ms in virtual time, %s measured"
                  .formatted(
                      x,
                      percentile == 100 ? "max" : "p" + Numbers.label(percentile),
                      Numbers.label(millis),
                      Numbers.label(ResultTables.median(cell, metric)));
          points.add(new LineChart.Point(percentile, millis, title));
        });
    points.removeIf(point -> Double.isNaN(point.y()));
    return points;
  }

  private static Optional<LineChart.Line> line(
      String x, List<LineChart.Point> virtual, Stream<LineChart.Point> waits) {
    List<LineChart.Point> points = waits.filter(point -> !Double.isNaN(point.y())).toList();
    if (points.size() < 2) {
      return Optional.empty();
    }
    double longest = points.get(points.size() - 1).y();
    return Optional.of(new LineChart.Line(x, points, virtual, Numbers.label(longest) + " ms"));
  }
}
