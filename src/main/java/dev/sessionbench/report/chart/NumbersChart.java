package dev.sessionbench.report.chart;

import dev.sessionbench.base.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Lines of numbers against numbers, in one strip or in several over the same axis, one below the
 * other. Charts that are to be compared are given equal ends of their axes.
 *
 * @param horizontal what is along the horizontal axis
 * @param end where that ends
 * @param strips from top to bottom, at least one
 * @param marks moments that are marked through all strips
 * @param stretches named parts of the horizontal axis
 * @param namesInRow how many names stand in a row of the legend
 */
public record NumbersChart(
    String horizontal,
    double end,
    List<Strip> strips,
    List<Mark> marks,
    List<Stretch> stretches,
    int namesInRow) {
  private static final int LEFT = 52;
  private static final int WIDTH = 332;
  private static final int GAP = 36;
  private static final int BELOW = 54;
  private static final int ROW = 20;
  private static final double CHARACTER = 7;
  private static final double DOT = 3;

  /** How the values of a line are joined. */
  public enum Form {
    /** Dots, joined by straight lines. */
    DOTS,
    /** Straight lines. */
    JOINED,
    /** Each holds until the next. */
    STEPS
  }

  /**
   * A line.
   *
   * @param name what it shows; empty where the title of its strip says it
   * @param colour its colour, from 0 to 3
   * @param dash its dash, from 0 (none) to 3
   * @param form how its values are joined
   * @param x ascending
   * @param y the value at each x, as many; what cannot be drawn is a gap
   */
  public record Line(String name, int colour, int dash, Form form, List<Double> x, List<Double> y) {
    /** Copies the lists. */
    public Line {
      x = List.copyOf(x);
      y = List.copyOf(y);
    }

    private double last() {
      return y.isEmpty() ? Double.NaN : y.get(y.size() - 1);
    }

    private String style() {
      return "line d" + dash + " c" + colour + (form == Form.DOTS ? "" : " thin");
    }
  }

  /**
   * A strip of the chart.
   *
   * @param title what is measured, with its unit
   * @param height in pixels
   * @param logarithmic whether its axis is
   * @param least the least value to show; without meaning for a linear axis, which begins at 0
   * @param most the greatest
   * @param lines told apart by colour and dash
   */
  public record Strip(
      String title, int height, boolean logarithmic, double least, double most, List<Line> lines) {
    /** A strip whose axis ends where its lines do. */
    public static Strip around(String title, int height, boolean logarithmic, List<Line> lines) {
      List<Double> shown =
          lines.stream().flatMap(line -> line.y.stream()).filter(Double::isFinite).toList();
      Comparator<Double> order = Comparator.naturalOrder();
      return new Strip(
          title,
          height,
          logarithmic,
          shown.stream().filter(value -> value > 0).min(order).orElse(1.0),
          shown.stream().max(order).orElse(1.0),
          lines);
    }

    private Axis axis() {
      return logarithmic
          ? Axis.logarithmic(title + ", log scale", least, most)
          : Axis.fromZero(title, most, 4);
    }

    private boolean shows(double value) {
      return Double.isFinite(value) && !(logarithmic && value <= 0);
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
   * A stretch along the horizontal axis that has a name.
   *
   * @param name the name
   * @param from its begin
   * @param to its end
   */
  public record Stretch(String name, double from, double to) {}

  /** A name in the legend, and what it looks like. */
  private record Entry(String style, String name) {}

  /** A chart of one strip without marks, whose axis ends where its lines do. */
  public static NumbersChart of(String horizontal, Strip strip, int namesInRow) {
    double end =
        strip.lines.stream().flatMap(line -> line.x.stream()).mapToDouble(x -> x).max().orElse(1);
    return new NumbersChart(horizontal, end, List.of(strip), List.of(), List.of(), namesInRow);
  }

  /** The same with named parts of its horizontal axis. */
  public NumbersChart withStretches(List<Stretch> named) {
    return new NumbersChart(horizontal, end, strips, marks, named, namesInRow);
  }

  /**
   * Draws it.
   *
   * @param id its identifier in the page
   * @param title what it shows
   */
  public Chart draw(String id, String title) {
    String description =
        strips.stream()
            .flatMap(strip -> strip.lines.stream())
            .map(line -> line.name + ": " + Numbers.label(line.last()))
            .collect(Collectors.joining("; ", "At the right end, ", "."));
    return draw(id, title, description);
  }

  /** The same, with what a reader who cannot see it should know. */
  public Chart draw(String id, String title, String description) {
    StringBuilder body = new StringBuilder();
    List<List<Entry>> legend = legend();
    double top = legend.size() * ROW + 30.0;
    Plot plot = plot(top, strips.get(0), body);
    drawLegend(plot, legend);
    for (int i = 0; i < strips.size(); i++) {
      Strip strip = strips.get(i);
      plot = plot(top, strip, body);
      plot.drawAxes(i == strips.size() - 1);
      for (Line line : strip.lines) {
        draw(plot, strip, line);
      }
      drawMarks(plot);
      top += strip.height + GAP;
    }
    return new Chart(id, title, description, (int) plot.bottom() + BELOW, body.toString());
  }

  private Plot plot(double top, Strip strip, StringBuilder body) {
    Axis x = Axis.cutAt(horizontal, end, 6);
    return new Plot(LEFT, top, WIDTH, strip.height, x, strip.axis(), body);
  }

  private void draw(Plot plot, Strip strip, Line line) {
    if (line.form == Form.STEPS) {
      plot.path(StepPath.of(plot, line.x, line.y, end), line.style());
      return;
    }
    StringBuilder path = new StringBuilder();
    List<String> places = new ArrayList<>();
    for (int i = 0; i < line.x.size(); i++) {
      if (strip.shows(line.y.get(i))) {
        places.add(plot.place(line.x.get(i), line.y.get(i)));
      } else {
        path.append(Plot.joined(places));
        places.clear();
      }
    }
    plot.path(path.append(Plot.joined(places)).toString(), line.style());
    for (int i = 0; i < line.x.size() && line.form == Form.DOTS; i++) {
      if (strip.shows(line.y.get(i))) {
        dot(plot, line, line.x.get(i), line.y.get(i));
      }
    }
  }

  private static void dot(Plot plot, Line line, double x, double y) {
    String words = "%s at %s: %s".formatted(line.name, Numbers.label(x), Numbers.label(y));
    plot.dot(plot.x(x), plot.y(y), DOT, "dot c" + line.colour, words);
  }

  private void drawMarks(Plot plot) {
    for (int i = 0; i < marks.size(); i++) {
      double at = marks.get(i).x;
      if (at >= 0 && at <= end) {
        plot.line(plot.x(at), plot.top(), plot.x(at), plot.bottom(), markStyle(i));
      }
    }
    for (Stretch stretch : stretches) {
      for (double at : List.of(stretch.from, stretch.to)) {
        plot.line(plot.x(at), plot.top(), plot.x(at), plot.bottom(), "leader");
      }
      double middle = plot.x((stretch.from + stretch.to) / 2);
      plot.text(stretch.name, middle, plot.top() + 12, "tick middle");
    }
  }

  /** Marks have the colours that a first line has not. */
  private static String markStyle(int mark) {
    return "bar d" + mark % 4 + " c" + (mark + 1) % 4;
  }

  /** Marks in the first row, then the lines of the strip that has most. */
  private List<List<Entry>> legend() {
    List<List<Entry>> rows = new ArrayList<>();
    List<Entry> moments = new ArrayList<>();
    for (int i = 0; i < marks.size(); i++) {
      moments.add(new Entry(markStyle(i), marks.get(i).name));
    }
    if (!moments.isEmpty()) {
      rows.add(moments);
    }
    List<Line> lines =
        strips.stream().map(Strip::lines).max(Comparator.comparingInt(List::size)).orElseThrow();
    for (int i = 0; i < lines.size() && lines.size() > 1; i += namesInRow) {
      rows.add(
          lines.subList(i, Math.min(lines.size(), i + namesInRow)).stream()
              .map(line -> new Entry(line.style(), line.name))
              .toList());
    }
    return rows;
  }

  private static void drawLegend(Plot plot, List<List<Entry>> rows) {
    double height = 10;
    for (List<Entry> row : rows) {
      double at = 4;
      for (Entry entry : row) {
        String start = Numbers.coordinate(at) + " " + Numbers.coordinate(height);
        plot.path("M" + start + "h20", entry.style);
        plot.text(entry.name, at + 24, height + 4, "tick start");
        at += 24 + entry.name.length() * CHARACTER + 10;
      }
      height += ROW;
    }
  }
}
