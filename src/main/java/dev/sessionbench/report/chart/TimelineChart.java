package dev.sessionbench.report.chart;

import dev.sessionbench.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * Quantities over the same time, one below the other, with moments marked through all of them.
 * Charts that are to be compared are given equal ends of their axes.
 */
public final class TimelineChart {
  private static final int LEFT = 52;
  private static final int WIDTH = 334;
  private static final int FIRST_TOP = 64;
  private static final int GAP = 36;
  private static final int BELOW = 44;
  private static final int LEGEND_ROW = 18;
  private static final double CHARACTER = 6.9;

  private TimelineChart() {}

  /**
   * A line.
   *
   * @param name what it shows; empty where the title of its strip says it
   * @param x ascending
   * @param y the value at each x, as many; what is not finite is a gap
   */
  public record Line(String name, List<Double> x, List<Double> y) {}

  /**
   * A strip of the chart.
   *
   * @param title what is measured, with its unit
   * @param height in pixels
   * @param logarithmic whether its axis is
   * @param least the least value to show; without meaning for a linear axis, which begins at 0
   * @param most the greatest
   * @param lines told apart by colour and dash, at most four
   */
  public record Strip(
      String title, int height, boolean logarithmic, double least, double most, List<Line> lines) {
    private Axis axis() {
      return logarithmic
          ? Axis.logarithmic(title + ", log scale", least, most)
          : Axis.fromZero(title, most, 3);
    }
  }

  /**
   * A moment.
   *
   * @param name what happens
   * @param x when; one that is not finite is not drawn
   */
  public record Mark(String name, double x) {}

  /**
   * Draws a chart.
   *
   * @param id its identifier in the page
   * @param title what it shows
   * @param description what a reader who cannot see it should know
   * @param time what is along the horizontal axis
   * @param end where that ends
   * @param strips from top to bottom, at least one
   * @param marks at most two
   */
  public static Chart of(
      String id,
      String title,
      String description,
      String time,
      double end,
      List<Strip> strips,
      List<Mark> marks) {
    StringBuilder body = new StringBuilder();
    Axis x = Axis.cutAt(time, end, 6);
    double top = FIRST_TOP;
    List<Plot> plots = new ArrayList<>();
    for (int i = 0; i < strips.size(); i++) {
      Strip strip = strips.get(i);
      Plot plot = new Plot(LEFT, top, WIDTH, strip.height, x, strip.axis(), body);
      plot.drawAxes(i == strips.size() - 1);
      for (int line = 0; line < strip.lines.size(); line++) {
        draw(plot, strip.lines.get(line), line);
      }
      plots.add(plot);
      top += strip.height + GAP;
    }
    legend(plots.get(0), strips, marks);
    for (Mark mark : shown(marks, end)) {
      String style = "bar " + style(marks.indexOf(mark));
      plots.forEach(p -> p.line(p.x(mark.x), p.top(), p.x(mark.x), p.bottom(), style));
    }
    return new Chart(id, title, description, (int) (top - GAP + BELOW), body.toString());
  }

  private static List<Mark> shown(List<Mark> marks, double end) {
    return marks.stream().filter(mark -> mark.x >= 0 && mark.x <= end).toList();
  }

  /** Marks have the colours that a first line has not. */
  private static String style(int mark) {
    return mark == 0 ? "d0 c1" : "d1 c2";
  }

  private static void draw(Plot plot, Line line, int style) {
    List<String> places = new ArrayList<>();
    StringBuilder path = new StringBuilder();
    for (int i = 0; i <= line.x.size(); i++) {
      if (i < line.x.size() && Double.isFinite(line.y.get(i))) {
        places.add(plot.place(line.x.get(i), line.y.get(i)));
      } else {
        path.append(Plot.joined(places));
        places.clear();
      }
    }
    plot.path(path.toString(), "line thin d" + style + " c" + style);
  }

  /** Marks in the first row; in the second the lines of the strip that has most. */
  private static void legend(Plot plot, List<Strip> strips, List<Mark> marks) {
    double at = 4;
    for (Mark mark : marks) {
      at = entry(plot, at, 10, "bar " + style(marks.indexOf(mark)), mark.name);
    }
    List<Line> lines =
        strips.stream()
            .map(Strip::lines)
            .max((one, other) -> Integer.compare(one.size(), other.size()))
            .orElseThrow();
    at = 4;
    for (int i = 0; i < lines.size() && lines.size() > 1; i++) {
      at =
          entry(
              plot,
              at,
              10 + (marks.isEmpty() ? 0 : LEGEND_ROW),
              "line thin d" + i + " c" + i,
              lines.get(i).name);
    }
  }

  private static double entry(Plot plot, double at, double height, String style, String name) {
    plot.path("M" + Numbers.coordinate(at) + " " + Numbers.coordinate(height) + "h18", style);
    plot.text(name, at + 22, height + 4, "tick start");
    return at + 22 + name.length() * CHARACTER + 10;
  }
}
