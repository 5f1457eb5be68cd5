package dev.sessionbench.report.chart;

import dev.sessionbench.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lines of numbers against numbers, each with a colour and a dash of its own. */
public final class NumbersChart {
  private static final int LEFT = 52;
  private static final int WIDTH = 330;
  private static final int HEIGHT = 180;
  private static final int BELOW = 58;
  private static final int ROW = 20;
  private static final double LEGEND_CHARACTER = 7;
  private static final double DOT = 3;

  private NumbersChart() {}

  /**
   * A line.
   *
   * @param name what it shows
   * @param colour its colour, from 0 to 3
   * @param dash its dash, from 0 (none) to 3
   * @param x where it goes, from left to right
   * @param y its value there, as many; what is not finite is a gap
   */
  public record Line(String name, int colour, int dash, List<Double> x, List<Double> y) {
    /** Copies the lists. */
    public Line {
      x = List.copyOf(x);
      y = List.copyOf(y);
    }

    private double last() {
      return y.isEmpty() ? Double.NaN : y.get(y.size() - 1);
    }
  }

  /**
   * A stretch along the horizontal axis that has a name.
   *
   * @param name the name
   * @param from its begin
   * @param to its end
   */
  public record Stretch(String name, double from, double to) {}

  /**
   * What is along the axes.
   *
   * @param x the title of the horizontal one
   * @param y the title of the vertical one
   * @param logarithmic whether the vertical one is
   */
  public record Titles(String x, String y, boolean logarithmic) {}

  /**
   * Points joined by straight lines.
   *
   * @param id its identifier in the page
   * @param title what it shows
   * @param titles what is along the axes
   * @param lines at least one
   * @param rows how many lines of the legend stand in each of its rows
   */
  public static Chart points(String id, String title, Titles titles, List<Line> lines, int rows) {
    Axis x = Axis.fromZero(titles.x(), largest(lines, true), 5);
    StringBuilder body = new StringBuilder();
    Plot plot = plot(x, titles, lines, rows, body);
    for (Line line : lines) {
      List<Integer> shown =
          IntStream.range(0, line.x.size())
              .filter(
                  i ->
                      Double.isFinite(line.y.get(i))
                          && !(titles.logarithmic() && line.y.get(i) <= 0))
              .boxed()
              .toList();
      plot.path(
          Plot.joined(shown.stream().map(i -> plot.place(line.x.get(i), line.y.get(i))).toList()),
          style(line));
      shown.forEach(
          i ->
              plot.dot(
                  plot.x(line.x.get(i)),
                  plot.y(line.y.get(i)),
                  DOT,
                  "dot c" + line.colour,
                  "%s at %s: %s"
                      .formatted(
                          line.name, Numbers.label(line.x.get(i)), Numbers.label(line.y.get(i)))));
    }
    return chart(id, title, lines, plot, body);
  }

  /**
   * Values that hold until the next.
   *
   * @param id its identifier in the page
   * @param title what it shows
   * @param titles what is along the axes
   * @param lines at least one
   * @param stretches named parts of the horizontal axis
   */
  public static Chart steps(
      String id, String title, Titles titles, List<Line> lines, List<Stretch> stretches) {
    double end = largest(lines, true);
    StringBuilder body = new StringBuilder();
    Plot plot = plot(Axis.cutAt(titles.x(), end, 5), titles, lines, lines.size(), body);
    for (Stretch stretch : stretches) {
      for (double at : List.of(stretch.from, stretch.to)) {
        plot.line(plot.x(at), plot.top(), plot.x(at), plot.bottom(), "leader");
      }
      plot.text(
          stretch.name, plot.x((stretch.from + stretch.to) / 2), plot.top() + 12, "tick middle");
    }
    lines.forEach(line -> plot.path(StepPath.of(plot, line.x, line.y, end), style(line) + " thin"));
    return chart(id, title, lines, plot, body);
  }

  private static String style(Line line) {
    return "line d" + line.dash + " c" + line.colour;
  }

  private static double largest(List<Line> lines, boolean horizontal) {
    return lines.stream()
        .flatMap(line -> (horizontal ? line.x : line.y).stream())
        .filter(Double::isFinite)
        .max(Comparator.naturalOrder())
        .orElse(1.0);
  }

  private static Plot plot(Axis x, Titles titles, List<Line> lines, int inRow, StringBuilder body) {
    double smallest =
        lines.stream()
            .flatMap(line -> line.y.stream())
            .filter(value -> value > 0)
            .min(Comparator.naturalOrder())
            .orElse(1.0);
    double largest = largest(lines, false);
    Axis y =
        titles.logarithmic()
            ? Axis.logarithmic(titles.y() + ", log scale", smallest, largest)
            : Axis.fromZero(titles.y(), largest, 4);
    int rows = (lines.size() + inRow - 1) / inRow;
    Plot plot = new Plot(LEFT, rows * ROW + 30.0, WIDTH, HEIGHT, x, y, body);
    plot.drawAxes(true);
    for (int row = 0; row < rows; row++) {
      legend(plot, lines.subList(row * inRow, Math.min(lines.size(), (row + 1) * inRow)), row);
    }
    return plot;
  }

  private static void legend(Plot plot, List<Line> lines, int row) {
    double at = 4;
    double height = 10.0 + row * ROW;
    for (Line line : lines) {
      plot.path(
          "M" + Numbers.coordinate(at) + " " + Numbers.coordinate(height) + "h20", style(line));
      plot.text(line.name, at + 24, height + 4, "tick start");
      at += 24 + line.name.length() * LEGEND_CHARACTER + 10;
    }
  }

  private static Chart chart(
      String id, String title, List<Line> lines, Plot plot, StringBuilder body) {
    String description =
        lines.stream()
            .map(line -> line.name + ": " + Numbers.label(line.last()))
            .collect(Collectors.joining("; ", "At the right end, ", "."));
    return new Chart(id, title, description, (int) plot.bottom() + BELOW, body.toString());
  }
}
