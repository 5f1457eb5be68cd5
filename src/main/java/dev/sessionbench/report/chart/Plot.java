package dev.sessionbench.report.chart;

import dev.sessionbench.text.Numbers;
import java.util.List;

/**
 * A rectangle with two axes, drawn alike in every chart: grid lines and labels first, then what the
 * chart adds.
 */
final class Plot {
  private static final double TICK_GAP = 7;
  private static final double BASELINE = 4;
  private static final double CHARACTER = 7.2;

  private final double left;
  private final double top;
  private final double width;
  private final double height;
  private final Axis x;
  private final Axis y;
  private final Markup out;

  Plot(double left, double top, double width, double height, Axis x, Axis y, Markup out) {
    this.left = left;
    this.top = top;
    this.width = width;
    this.height = height;
    this.x = x;
    this.y = y;
    this.out = out;
  }

  double x(double value) {
    return left + width * x.scale().place(value);
  }

  double y(double value) {
    return top + height * (1 - y.scale().place(value));
  }

  double right() {
    return left + width;
  }

  double bottom() {
    return top + height;
  }

  double left() {
    return left;
  }

  double top() {
    return top;
  }

  /** The grid, the labels and the titles of both axes. */
  void drawAxes() {
    drawAxes(true);
  }

  /** The same, without the labels of the horizontal axis where another plot below has them. */
  void drawAxes(boolean horizontalLabels) {
    text(y.title(), 4, top - 10, "axis-title start");
    for (Axis.Tick tick : y.ticks()) {
      double at = y(tick.value());
      line(left, at, right(), at, "grid");
      text(tick.label(), left - TICK_GAP, at + BASELINE, "tick end");
    }
    for (Axis.Tick tick : x.ticks()) {
      line(x(tick.value()), bottom(), x(tick.value()), bottom() + 4, "axis");
    }
    line(left, bottom(), right(), bottom(), "axis");
    if (horizontalLabels) {
      boolean lowered = drawHorizontalLabels();
      text(x.title(), right(), bottom() + (lowered ? 49 : 36), "axis-title end");
    }
  }

  /** Labels from the right; one that would touch its neighbour stands a line lower. */
  private boolean drawHorizontalLabels() {
    double[] free = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    boolean lowered = false;
    List<Axis.Tick> ticks = x.ticks();
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

  void line(double x1, double y1, double x2, double y2, String style) {
    out.empty(
        "line",
        "class",
        style,
        "x1",
        Numbers.coordinate(x1),
        "y1",
        Numbers.coordinate(y1),
        "x2",
        Numbers.coordinate(x2),
        "y2",
        Numbers.coordinate(y2));
  }

  void text(String text, double atX, double atY, String style) {
    out.text(
        text, "text", "class", style, "x", Numbers.coordinate(atX), "y", Numbers.coordinate(atY));
  }

  /** A dot with a title that browsers show under the pointer and screen readers speak. */
  void dot(double atX, double atY, double radius, String style, String title) {
    out.open(
            "circle",
            "class",
            style,
            "cx",
            Numbers.coordinate(atX),
            "cy",
            Numbers.coordinate(atY),
            "r",
            Numbers.coordinate(radius))
        .text(title, "title")
        .close();
  }

  void path(String commands, String style) {
    out.empty("path", "class", style, "d", commands);
  }
}
