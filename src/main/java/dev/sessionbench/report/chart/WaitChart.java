package dev.sessionbench.report.chart;

import dev.sessionbench.model.Curve;
import dev.sessionbench.results.CellCurves;
import dev.sessionbench.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

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
    double max =
        lines.stream()
            .flatMap(line -> line.points().stream())
            .mapToDouble(LineChart.Point::y)
            .max()
            .orElse(1);
    return LineChart.of(
        "waits-" + panel.id(),
        "Waits for a session in " + panel.title(),
        "Longest wait:",
        panel.x().name(),
        percentiles(),
        Axis.fromZero("Wait for a session (ms)", max, 4),
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
    List<LineChart.Point> points = new ArrayList<>();
    Curve waits = curve.curve(Curve.ACQUIRE_WAIT);
    for (int i = 0; i < waits.x().size(); i++) {
      if (waits.x().get(i) >= 0) {
        add(points, Math.min(100, waits.x().get(i)), OptionalDouble.of(waits.y().get(i)));
      }
    }
    return line(axes.x(curve.key()).orElse(""), points);
  }

  /**
   * What the result file itself knows: median, 99th percentile and maximum, each the median over
   * the forks.
   *
   * @param point the cell
   * @return its waits; nothing where none were recorded
   */
  public static Optional<LineChart.Line> line(CellPoint point) {
    List<LineChart.Point> points = new ArrayList<>();
    add(points, 50, CellPoint.secondary(point.cell(), "acquireWaitP50"));
    add(points, 99, CellPoint.secondary(point.cell(), "acquireWaitP99"));
    add(points, 100, CellPoint.secondary(point.cell(), "acquireWaitMax"));
    return line(point.x(), points);
  }

  private static void add(List<LineChart.Point> points, double percentile, OptionalDouble millis) {
    millis.ifPresent(value -> points.add(new LineChart.Point(percentile, value, "")));
  }

  private static Optional<LineChart.Line> line(String x, List<LineChart.Point> points) {
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
        List.of(
            new Axis.Tick(0, "0"),
            new Axis.Tick(50, "50"),
            new Axis.Tick(90, "90"),
            new Axis.Tick(99, "99"),
            new Axis.Tick(LAST, "99.9"),
            new Axis.Tick(100, "max")));
  }
}
