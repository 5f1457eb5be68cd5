package dev.sessionbench.report.chart;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws lines over each other, one for each value of a parameter, told apart by a legend. */
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

  /** A point of a line, and what the dot there says; it has no dot where that is empty. */
  public record Point(double x, double y, String title) {
    private Mark dot(String style, double radius) {
      return new Mark.Dot(style, radius, x, y, title, "");
    }
  }

  /** A chart of lines, with a sentence that lists them after its start. */
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
