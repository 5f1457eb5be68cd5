package dev.sessionbench.report.chart;

import java.util.List;
import java.util.stream.Collectors;

/** Lines over each other, one for each value of a parameter, told apart by a legend. */
public final class LineChart {
  private static final int HEIGHT = 290;

  private LineChart() {}

  /**
   * A line of a chart.
   *
   * @param value the value of the parameter that tells the lines of a chart apart
   * @param points where it goes, from left to right, at least one
   * @param beside what is known of it otherwise, as rings in its colour
   * @param words what a reader who cannot see it should know
   */
  public record Line(String value, List<Point> points, List<Point> beside, String words) {
    Line(String value, List<Point> points, String words) {
      this(value, points, List.of(), words);
    }
  }

  /** A point of a line, and what the dot there says; it has no dot where that is empty. */
  record Point(double x, double y, String title) {}

  /** A chart of lines, with a sentence that lists them after its start. */
  static Chart of(
      String id, String title, String start, String parameter, Axis x, Axis y, List<Line> lines) {
    StringBuilder body = new StringBuilder();
    Plot plot = new Plot(52, 56, 328, 178, x, y, body);
    plot.drawAxes(true);
    plot.drawLegend(parameter, lines.stream().map(Line::value).toList());
    for (int i = 0; i < lines.size(); i++) {
      draw(plot, lines.get(i).points, i);
      String ring = "ring c" + i;
      lines.get(i).beside.forEach(p -> plot.dot(plot.x(p.x), plot.y(p.y), 4.5, ring, p.title));
    }
    String description =
        lines.stream()
            .map(line -> "%s %s: %s".formatted(parameter, line.value, line.words))
            .collect(Collectors.joining("; ", start + " ", "."));
    return new Chart(id, title, description, HEIGHT, body.toString());
  }

  private static void draw(Plot plot, List<Point> points, int style) {
    List<String> places =
        points.stream().map(point -> plot.place(point.x, point.y)).distinct().toList();
    plot.path(Plot.joined(places), "line d" + style + " c" + style);
    points.stream()
        .filter(point -> !point.title.isEmpty())
        .forEach(p -> plot.dot(plot.x(p.x), plot.y(p.y), 3.5, "dot c" + style, p.title));
  }
}
