package dev.sessionbench.report.chart;

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
    double labelled = Double.NEGATIVE_INFINITY;
    // From the right: where labels would touch, the larger value keeps its own.
    List<Axis.Tick> ticks = x.ticks();
    double free = Double.POSITIVE_INFINITY;
    for (int i = ticks.size() - 1; i >= 0; i--) {
      Axis.Tick tick = ticks.get(i);
      double at = x(tick.value());
      line(at, bottom(), at, bottom() + 4, "axis");
      double half = tick.label().length() * CHARACTER / 2;
      if (horizontalLabels && at + half < free) {
        text(tick.label(), at, bottom() + 18, "tick middle");
        free = at - half - 3;
        labelled = at;
      }
    }
    line(left, bottom(), right(), bottom(), "axis");
    if (labelled > Double.NEGATIVE_INFINITY) {
      text(x.title(), right(), bottom() + 37, "axis-title end");
    }
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
