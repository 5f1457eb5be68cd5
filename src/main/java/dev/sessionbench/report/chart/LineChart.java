package dev.sessionbench.report.chart;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lines over each other, one for each value of a parameter, told apart by a legend. */
public final class LineChart {
  private static final int HEIGHT = 178;

  private LineChart() {}

  /**
   * A line.
   *
   * @param value the value of the parameter that tells the lines of a chart apart
   * @param points where it goes, from left to right, at least one
   * @param beside what is known of it otherwise, as rings in its colour
   * @param words what a reader who cannot see it should know
   */
  public record Line(String value, List<Point> points, List<Point> beside, String words) {}

  /** A point of a line, and what the dot there says; it has no dot where that is empty. */
  public record Point(double x, double y, String title) {
    private Mark dot(String style, double radius) {
      return new Mark.Dot(style, radius, x, y, title, "");
    }
  }

  /** A chart of lines, with a sentence that lists them after its start. */
  public static Chart of(
      String id, String title, String start, String parameter, Axis x, Axis y, List<Line> lines) {
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      String colour = " c" + i;
      marks.add(
          new Mark.Line(
              Chart.line(i),
              false,
              line.points.stream().map(Point::x).toList(),
              line.points.stream().map(Point::y).toList()));
      line.points.stream()
          .filter(point -> !point.title.isEmpty())
          .forEach(point -> marks.add(point.dot("dot" + colour, 3.5)));
      line.beside.forEach(point -> marks.add(point.dot("ring" + colour, 4.5)));
    }
    String description =
        lines.stream()
            .map(line -> "%s %s: %s".formatted(parameter, line.value, line.words))
            .collect(Collectors.joining("; ", start + " ", "."));
    return new Chart(
        id,
        title,
        description,
        List.of(Chart.Legend.of(parameter, lines.stream().map(Line::value).toList())),
        List.of(new Chart.Plot(x, y, HEIGHT, marks)));
  }
}
