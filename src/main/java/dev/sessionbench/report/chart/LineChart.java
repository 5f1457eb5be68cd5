package dev.sessionbench.report.chart;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws one line for each value of a parameter in one chart, with a legend. */
public final class LineChart {
  private static final int HEIGHT = 178;

  private LineChart() {}

  /**
   * A line.
   *
   * @param value the value of the parameter that distinguishes the lines of a chart
   * @param points its points, from left to right, at least one
   * @param beside further known values, drawn as rings in its colour
   * @param words its description for a reader who cannot see it
   */
  public record Line(String value, List<Point> points, List<Point> beside, String words) {
    private Stream<Mark> marks(int index) {
      List<Double> x = points.stream().map(Point::x).toList();
      List<Double> y = points.stream().map(Point::y).toList();
      Stream<Mark> dots =
          points.stream().filter(p -> !p.title.isEmpty()).map(p -> p.dot("dot c" + index, 3.5));
      Stream<Mark> rings = beside.stream().map(p -> p.dot("ring c" + index, 4.5));
      Mark line = new Mark.Line(Chart.line(index), false, x, y);
      return Stream.of(Stream.of(line), dots, rings).flatMap(marks -> marks);
    }
  }

  /** A point of a line, and the title of its dot; without a title it has no dot. */
  public record Point(double x, double y, String title) {
    private Mark dot(String style, double radius) {
      return new Mark.Dot(style, radius, x, y, title, "");
    }
  }

  /** A chart of lines, with a sentence that starts as given and then lists the lines. */
  public static Chart of(
      String id, String title, String start, String parameter, Axis x, Axis y, List<Line> lines) {
    String description =
        lines.stream()
            .map(line -> "%s %s: %s".formatted(parameter, line.value, line.words))
            .collect(Collectors.joining("; ", start + " ", "."));
    List<Mark> marks =
        IntStream.range(0, lines.size()).boxed().flatMap(i -> lines.get(i).marks(i)).toList();
    return new Chart(
        id,
        title,
        description,
        List.of(Chart.Legend.of(parameter, lines.stream().map(Line::value).toList())),
        List.of(new Chart.Plot(x, y, HEIGHT, marks)));
  }
}
