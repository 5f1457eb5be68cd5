package dev.sessionbench.report.chart;

import dev.sessionbench.model.Curve;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellCurves;
import dev.sessionbench.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The wait for a session against the percentile, each further nine as wide as the last. */
public final class WaitChart {
  private static final double LAST = 99.9;

  private WaitChart() {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param lines one for each value of the panel, in order, at least one
   * @return the chart
   */
  public static Chart of(Panel panel, List<LineChart.Line> lines) {
    DoubleStream waits =
        lines.stream().flatMap(line -> line.points().stream()).mapToDouble(LineChart.Point::y);
    return LineChart.of(
        "waits-" + panel.id(),
        "Waits for a session in " + panel.title(),
        "Longest wait:",
        panel.x().name(),
        percentiles(),
        Axis.fromZero("Wait for a session (ms)", waits.max().orElse(1), 4),
        lines);
  }

  /**
   * The whole distribution of one run: of each percentage of callers, none waited longer.
   *
   * @param curve the run
   * @param axes what is along which dimension of other charts
   * @return its waits; nothing where none were recorded
   */
  public static Optional<LineChart.Line> line(CellCurves curve, Axes axes) {
    Curve waits = curve.curve(Curve.ACQUIRE_WAIT);
    return line(
        axes.x(curve.key()).orElse(""),
        IntStream.range(0, waits.x().size())
            .filter(i -> waits.x().get(i) >= 0)
            .mapToObj(i -> point(Math.min(100, waits.x().get(i)), waits.y().get(i))));
  }

  /**
   * What the result file itself knows: median, 99th percentile and maximum, each the median over
   * the forks.
   *
   * @param point the cell
   * @return its waits; nothing where none were recorded
   */
  public static Optional<LineChart.Line> line(CellPoint point) {
    return line(
        point.x(),
        Stream.of(
            point(50, ResultTables.secondary(point.cell(), "acquireWaitP50").median()),
            point(99, ResultTables.secondary(point.cell(), "acquireWaitP99").median()),
            point(100, ResultTables.secondary(point.cell(), "acquireWaitMax").median())));
  }

  private static LineChart.Point point(double percentile, double millis) {
    return new LineChart.Point(percentile, millis, "");
  }

  private static Optional<LineChart.Line> line(String x, Stream<LineChart.Point> waits) {
    List<LineChart.Point> points = waits.filter(point -> !Double.isNaN(point.y())).toList();
    if (points.size() < 2) {
      return Optional.empty();
    }
    double longest = points.get(points.size() - 1).y();
    return Optional.of(new LineChart.Line(x, points, Numbers.label(longest) + " ms"));
  }

  private static Axis percentiles() {
    return new Axis(
        "Percentile of callers",
        Scale.percentiles(LAST),
        Stream.concat(
                Stream.of(0.0, 50.0, 90.0, 99.0, LAST).map(Axis.Tick::of),
                Stream.of(new Axis.Tick(100, "max")))
            .toList());
  }
}
