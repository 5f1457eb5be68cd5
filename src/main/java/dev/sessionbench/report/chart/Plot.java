package dev.sessionbench.report.chart;

import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import java.util.Arrays;
import java.util.List;

/**
 * A rectangle with two axes, drawn alike in every chart: grid lines and labels first, then what the
 * chart adds.
 *
 * @param left the left end of the horizontal axis, in pixels
 * @param top the upper end of the vertical axis, in pixels
 * @param width the length of the horizontal axis, in pixels
 * @param height the length of the vertical axis, in pixels
 * @param horizontal what is along the horizontal axis
 * @param vertical what is along the vertical axis
 * @param out where the elements are added
 */
public record Plot(
    double left,
    double top,
    double width,
    double height,
    Axis horizontal,
    Axis vertical,
    StringBuilder out) {
  private static final double TICK_GAP = 7;
  private static final double BASELINE = 4;
  private static final double CHARACTER = 7.2;
  private static final double LEGEND = 15;
  private static final double LEGEND_LINE = 15;
  private static final double LEGEND_CHARACTER = 7;

  public double x(double value) {
    return left + width * horizontal.scale().place(value);
  }

  public double y(double value) {
    return top + height * (1 - vertical.scale().place(value));
  }

  public double right() {
    return left + width;
  }

  public double bottom() {
    return top + height;
  }

  /**
   * The grid, the labels and the titles of both axes; without those of the horizontal axis where
   * another plot below has them.
   */
  public void drawAxes(boolean horizontalLabels) {
    text(vertical.title(), 4, top - 10, "axis-title start");
    for (Axis.Tick tick : vertical.ticks()) {
      double at = y(tick.value());
      line(left, at, right(), at, "grid");
      text(tick.label(), left - TICK_GAP, at + BASELINE, "tick end");
    }
    for (Axis.Tick tick : horizontal.ticks()) {
      line(x(tick.value()), bottom(), x(tick.value()), bottom() + 4, "axis");
    }
    line(left, bottom(), right(), bottom(), "axis");
    if (horizontalLabels) {
      boolean lowered = drawHorizontalLabels();
      text(horizontal.title(), right(), bottom() + (lowered ? 49 : 36), "axis-title end");
    }
  }

  /** Labels from the right; one that would touch its neighbour stands a line lower. */
  private boolean drawHorizontalLabels() {
    double[] free = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    boolean lowered = false;
    List<Axis.Tick> ticks = horizontal.ticks();
    for (int i = ticks.size() - 1; i >= 0; i--) {
      double at = x(ticks.get(i).value());
      double half = ticks.get(i).label().length() * CHARACTER / 2;
      int row = at + half < free[0] ? 0 : 1;
      if (at + half < free[row]) {
        text(ticks.get(i).label(), at, bottom() + 17 + 14 * row, "tick middle");
        free[row] = at - half - 3;
        lowered |= row == 1;
      }
    }
    return lowered;
  }

  /**
   * Names lines above the plot, in further rows what the first has no room for: colour and dash
   * tell them apart, never colour alone.
   *
   * @param heading what the labels are values of
   * @param labels one for each line, in the order of the styles {@code c0}, {@code c1} and so on
   */
  public void drawLegend(String heading, List<String> labels) {
    text(heading, left, LEGEND + BASELINE, "tick start");
    double at = left + heading.length() * LEGEND_CHARACTER + 8;
    double line = LEGEND;
    for (int i = 0; i < labels.size(); i++) {
      double width = 27 + labels.get(i).length() * LEGEND_CHARACTER;
      if (i > 0 && at + width > right()) {
        at = left;
        line += LEGEND_LINE;
      }
      String start = Numbers.coordinate(at) + " " + Numbers.coordinate(line);
      path("M" + start + "h22", "line d" + i + " c" + i);
      text(labels.get(i), at + 27, line + BASELINE, "tick start");
      at += width + 14;
    }
  }

  /** A place as the commands of a path name it. */
  public String place(double valueX, double valueY) {
    return Numbers.coordinate(x(valueX)) + " " + Numbers.coordinate(y(valueY));
  }

  /** The commands of the path that joins places; empty where there are none. */
  public static String joined(List<String> places) {
    return places.isEmpty() ? "" : "M" + String.join("L", places);
  }

  public void line(double x1, double y1, double x2, double y2, String style) {
    draw("<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>", style, x1, y1, x2, y2);
  }

  public void text(String text, double atX, double atY, String style) {
    draw("<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>", style, atX, atY, text);
  }

  /** A dot with a title that browsers show under the pointer and screen readers speak. */
  public void dot(double atX, double atY, double radius, String style, String title) {
    draw(
        """
        <circle class="%s" cx="%s" cy="%s" r="%s"><title>%s</title>
        </circle>""",
        style, atX, atY, radius, title);
  }

  /** A bar with a title, likewise. */
  public void bar(double atX, double atY, double wide, double high, String style, String title) {
    draw(
        """
        <rect class="%s" x="%s" y="%s" width="%s" height="%s"><title>%s</title>
        </rect>""",
        style, atX, atY, wide, high, title);
  }

  public void path(String commands, String style) {
    draw("<path class=\"%s\" d=\"%s\"/>", style, commands);
  }

  /** Adds an element; its numbers are rounded as coordinates are, and its words escaped. */
  private void draw(String element, Object... values) {
    Object[] safe =
        Arrays.stream(values)
            .map(v -> v instanceof Double d ? Numbers.coordinate(d) : Escape.markup(v.toString()))
            .toArray();
    out.append(element.formatted(safe)).append('\n');
  }
}
