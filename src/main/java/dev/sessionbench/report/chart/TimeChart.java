package dev.sessionbench.report.chart;

import dev.sessionbench.base.text.Numbers;
import java.util.List;
import java.util.stream.DoubleStream;

/** Time against a parameter: the medians joined, a bar about each, and every fork as a dot. */
public final class TimeChart {
  private TimeChart() {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param points its cells along the horizontal axis, at least one
   * @return the chart
   */
  public static Chart of(Panel panel, List<CellPoint> points) {
    double max =
        points.stream()
            .flatMapToDouble(point -> DoubleStream.of(point.millis().max(), point.virtual()))
            .filter(Double::isFinite)
            .max()
            .orElse(1);
    boolean ideal = points.stream().anyMatch(point -> Double.isFinite(point.virtual()));
    String title = ideal ? "Time (ms); dashed: in virtual time" : "Time (ms)";
    PointChart chart = new PointChart(panel, panel.x().axis(), Axis.fromZero(title, max, 4));
    points.forEach(point -> drawBar(chart, point));
    chart.join(points);
    chart.joinVirtual(points, CellPoint::virtual);
    points.forEach(point -> drawForks(chart, panel.label(point), point));
    return chart.chart(
        "time",
        "Time of " + panel.title() + " against " + panel.x().name(),
        "Median time by " + panel.x().name() + ":",
        points,
        point -> Numbers.label(point.median()) + " ms" + point.besideVirtual());
  }

  private static void drawBar(PointChart chart, CellPoint point) {
    Plot plot = chart.plot();
    String style = "bar " + chart.colour(point);
    double x = chart.x(point);
    double high = plot.y(point.high());
    double low = plot.y(point.low());
    plot.line(x, high, x, low, style);
    plot.line(x - 4, high, x + 4, high, style);
    plot.line(x - 4, low, x + 4, low, style);
  }

  private static void drawForks(PointChart chart, String label, CellPoint point) {
    Plot plot = chart.plot();
    double x = chart.x(point);
    plot.dot(
        x,
        plot.y(point.median()),
        4.5,
        "ring " + chart.colour(point),
        "%s, median: %s ms%s"
            .formatted(label, Numbers.label(point.median()), point.besideVirtual()));
    int fork = 0;
    for (double millis : point.millis().values()) {
      fork++;
      plot.dot(
          x,
          plot.y(millis),
          1.9,
          "fork",
          "%s, fork %s: %s ms".formatted(label, fork, Numbers.label(millis)));
    }
  }
}
