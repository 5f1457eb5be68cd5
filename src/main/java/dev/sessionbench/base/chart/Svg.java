package dev.sessionbench.base.chart;

import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import java.util.List;

/**
 * Draws a chart as SVG. Text stays text; colours come from classes and, in a file, also from
 * attributes.
 */
final class Svg {
  /** At 360 px of screen the text of a chart this wide is still above 10 px. */
  private static final int WIDTH = 400;

  private static final int TITLE_HEIGHT = 34;
  private static final double GAP = 36;
  private static final double LEGEND_LEFT = 4;
  private static final double LEGEND_ROW = 18;
  private static final double LEGEND_CHARACTER = 7;
  private static final double BASELINE = 4;

  private final StringBuilder body = new StringBuilder();

  private Svg() {}

  /**
   * Draws a chart as SVG text.
   *
   * @param chart what is drawn
   * @param alone whether it is a file of its own, which includes its title and needs no style sheet
   */
  static String of(Chart chart, boolean alone) {
    Svg svg = new Svg();
    int above = alone ? TITLE_HEIGHT : 0;
    if (alone) {
      // A page prints the heading above the chart; a file must include its own.
      svg.body.append("<style>\n").append(ChartStyle.dark()).append("</style>\n");
      svg.add("rect", "paper", "", "y", (double) -above, "width", "100%", "height", "100%");
      svg.text(chart.title(), LEGEND_LEFT, -12, "name");
    }
    int height = (int) svg.draw(chart);
    String id = Escape.markup(chart.id());
    String title = Escape.markup(chart.title());
    String description = Escape.markup(chart.description());
    return """
        <svg xmlns="http://www.w3.org/2000/svg" id="%1$s" class="chart" role="img" \
        aria-labelledby="title-%1$s desc-%1$s" viewBox="0 %2$s %3$s %4$s" width="%3$s" height="%4$s">\
        <title id="title-%1$s">%5$s</title>
        <desc id="desc-%1$s">%6$s</desc>
        %7$s</svg>
        """
        .formatted(id, -above, WIDTH, height + above, title, description, svg.body);
  }

  /** Draws legends and plots; returns the height. */
  private double draw(Chart chart) {
    double top = 26;
    double legend = 15;
    for (Chart.Legend row : chart.legends()) {
      legend = draw(row, legend) + LEGEND_ROW;
      top = legend + 15;
    }
    List<Chart.Plot> plots = chart.plots();
    double bottom = 0;
    for (int i = 0; i < plots.size(); i++) {
      Frame frame = new Frame(this, plots.get(i), top);
      frame.draw(i == plots.size() - 1);
      bottom = frame.bottom();
      top = bottom + GAP;
    }
    Axis x = plots.get(plots.size() - 1).x();
    return bottom + (x.upright() ? 12 : x.title().isEmpty() ? 26 : 56);
  }

  /** Draws a legend; returns the height of its last row. */
  private double draw(Chart.Legend legend, double first) {
    double row = first;
    double at = LEGEND_LEFT;
    if (!legend.heading().isEmpty()) {
      text(legend.heading(), at, row + BASELINE, "tick start");
      at += legend.heading().length() * LEGEND_CHARACTER + 8;
    }
    for (int i = 0; i < legend.keys().size(); i++) {
      Chart.Key key = legend.keys().get(i);
      double width = 27 + key.name().length() * LEGEND_CHARACTER;
      if (i > 0 && at + width > Frame.RIGHT) {
        at = LEGEND_LEFT;
        row += LEGEND_ROW;
      }
      path("M" + Numbers.coordinate(at) + " " + Numbers.coordinate(row) + "h22", key.style());
      text(key.name(), at + 27, row + BASELINE, "tick start");
      at += width + 14;
    }
    return row;
  }

  void text(String text, double x, double y, String style) {
    if (!text.isEmpty()) {
      add("text", style, Escape.markup(text), "x", x, "y", y);
    }
  }

  /** A text that is turned to read from below. */
  void upright(String text, double x, double y) {
    // The baseline of turned text is this far from the middle of its letters.
    String at = Numbers.coordinate(x + BASELINE) + " " + Numbers.coordinate(y);
    String turn = "translate(" + at + ") rotate(-90)";
    add("text", "small start", Escape.markup(text), "transform", turn);
  }

  void path(String commands, String style) {
    if (!commands.isEmpty()) {
      add("path", style, "", "d", commands);
    }
  }

  /** Text that browsers show under the pointer and screen readers speak. */
  static String title(String text) {
    return text.isEmpty() ? "" : "<title>" + Escape.markup(text) + "</title>";
  }

  /**
   * Adds an element.
   *
   * @param name its name
   * @param style its classes
   * @param content its content, as markup
   * @param attributes names and values in turns; numbers are rounded as coordinates are
   */
  void add(String name, String style, String content, Object... attributes) {
    body.append('<').append(name).append(" class=\"").append(style).append('"');
    for (int i = 0; i < attributes.length; i += 2) {
      Object value = attributes[i + 1];
      body.append(' ')
          .append(attributes[i])
          .append("=\"")
          .append(value instanceof Double number ? Numbers.coordinate(number) : value)
          .append('"');
    }
    body.append(content.isEmpty() ? "/>\n" : ">" + content + "</" + name + ">\n");
  }
}
