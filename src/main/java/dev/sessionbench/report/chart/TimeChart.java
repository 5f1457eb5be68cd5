package dev.sessionbench.report.chart;

import java.util.List;

/** Time against the step: the medians joined, a bar about each, and every fork as a dot. */
public final class TimeChart {
  private static final int HEIGHT = 270;

  private TimeChart() {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param points its cells by step, at least one
   * @return the chart
   */
  public static Chart of(Panel panel, List<CellPoint> points) {
    Markup body = new Markup();
    double max = points.stream().mapToDouble(CellPoint::largest).max().orElse(1);
    List<Double> steps = points.stream().map(p -> (double) p.incStep()).toList();
    Plot plot =
        new Plot(
            52,
            26,
            334,
            180,
            Axis.logarithmicAt("incStep (sessions, log scale)", steps),
            Axis.fromZero("Time (ms)", max, 4),
            body);
    plot.drawAxes();
    StringBuilder line = new StringBuilder();
    for (CellPoint point : points) {
      double x = plot.x(point.incStep());
      line.append(line.isEmpty() ? 'M' : 'L').append(Numbers.coordinate(x)).append(' ');
      line.append(Numbers.coordinate(plot.y(point.median())));
      drawBar(plot, x, point.spread());
    }
    plot.path(line.toString(), "line c0");
    for (CellPoint point : points) {
      drawForks(plot, point);
    }
    return new Chart(
        "time-" + panel.id(),
        "Time of " + panel.title() + " against incStep",
        describe(points),
        Chart.WIDTH,
        HEIGHT,
        body);
  }

  private static void drawBar(Plot plot, double x, Spread spread) {
    double high = plot.y(spread.high());
    double low = plot.y(spread.low());
    plot.line(x, high, x, low, "bar c0");
    plot.line(x - 4, high, x + 4, high, "bar c0");
    plot.line(x - 4, low, x + 4, low, "bar c0");
  }

  private static void drawForks(Plot plot, CellPoint point) {
    double x = plot.x(point.incStep());
    plot.dot(
        x,
        plot.y(point.median()),
        4.5,
        "ring c0",
        "incStep %s, median: %s ms".formatted(point.incStep(), Numbers.label(point.median())));
    int fork = 0;
    for (double millis : point.forkMillis()) {
      fork++;
      plot.dot(
          x,
          plot.y(millis),
          1.9,
          "fork",
          "incStep %s, fork %s: %s ms".formatted(point.incStep(), fork, Numbers.label(millis)));
    }
  }

  private static String describe(List<CellPoint> points) {
    StringBuilder text = new StringBuilder("Median time by incStep:");
    for (CellPoint point : points) {
      text.append(text.charAt(text.length() - 1) == ':' ? " " : ", ");
      text.append(point.incStep()).append(": ").append(Numbers.label(point.median())).append(" ms");
    }
    return text.append('.').toString();
  }
}
