package dev.sessionbench.base.chart;

import dev.sessionbench.base.text.Numbers;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Places a plot in a drawing, and draws its axes and marks. */
public final class Frame {
  static final double RIGHT = 386;
  private static final double LEFT = 52;
  private static final double NARROW = 8;
  private static final double WIDEST_LABEL = 200;
  private static final double CHARACTER = 6.65;
  private static final double TICK_GAP = 7;
  private static final double BASELINE = 4;
  private static final double TICK_CHARACTER = 7.2;
  private static final double ROW = 14;
  private static final double LABEL_CHARACTER = 7.8;
  private static final double DOT = 5;
  private static final double COLUMNS_PER_PIXEL = 2;

  final Svg svg;
  private final Chart.Plot plot;
  private final double left;
  private final double top;
  private final List<Rectangle2D> taken = new ArrayList<>();

  Frame(Svg svg, Chart.Plot plot, double above) {
    this.svg = svg;
    this.plot = plot;
    double longest = longest(plot.y()) * TICK_CHARACTER + TICK_GAP + 2;
    left = plot.y().ticks().isEmpty() ? NARROW : Math.min(WIDEST_LABEL, Math.max(LEFT, longest));
    top = above + (plot.x().upright() ? longest(plot.x()) * CHARACTER : 0);
  }

  private static int longest(Axis axis) {
    return axis.ticks().stream().mapToInt(tick -> tick.label().length()).max().orElse(0);
  }

  double top() {
    return top;
  }

  double bottom() {
    return top + plot.height();
  }

  double x(double value) {
    return left + (RIGHT - left) * plot.x().scale().place(value);
  }

  double y(double value) {
    return top + plot.height() * (1 - plot.y().scale().place(value));
  }

  boolean shows(double x, double y) {
    return Double.isFinite(x(x)) && Double.isFinite(y(y));
  }

  /** A place as coordinates in a path command. */
  String place(double x, double y) {
    return Numbers.coordinate(x(x)) + " " + Numbers.coordinate(y(y));
  }

  void line(double x1, double y1, double x2, double y2, String style) {
    svg.add("line", style, "", "x1", x1, "y1", y1, "x2", x2, "y2", y2);
  }

  void path(String commands, String style) {
    boolean area = style.startsWith("area") && !commands.isEmpty();
    String end = "V" + Numbers.coordinate(bottom()) + "H" + Numbers.coordinate(left) + "Z";
    svg.path(area ? commands + end : commands, style);
  }

  /** Draws a dot, and its label above or below it, where no other label or dot is. */
  void dot(Mark.Dot dot) {
    double x = x(dot.x());
    double y = at(dot);
    svg.add("circle", dot.style(), Svg.title(dot.title()), "cx", x, "cy", y, "r", dot.radius());
    double wide = dot.label().length() * LABEL_CHARACTER;
    for (double baseline : new double[] {y - ROW + BASELINE, y + ROW + BASELINE}) {
      Rectangle2D box = new Rectangle2D.Double(x - wide / 2, baseline - ROW + 2, wide, ROW);
      if (wide > 0 && box.getY() > top - BASELINE && taken.stream().noneMatch(box::intersects)) {
        taken.add(box);
        svg.text(dot.label(), x, baseline, "value middle");
        return;
      }
    }
  }

  private double at(Mark.Dot dot) {
    return Double.isFinite(y(dot.y())) ? y(dot.y()) : bottom();
  }

  /** Draws axes and marks. The horizontal axis gets labels only if no plot is below. */
  void draw(boolean lowest) {
    svg.text(plot.y().title(), 4, top - 10, "axis-title start");
    for (Axis.Tick tick : plot.y().ticks()) {
      double at = y(tick.value());
      if (!plot.x().upright()) {
        line(left, at, RIGHT, at, "grid");
      }
      svg.text(tick.label(), left - TICK_GAP, at + BASELINE, "tick end");
    }
    if (plot.x().upright()) {
      plot.x().ticks().forEach(tick -> svg.upright(tick.label(), x(tick.value()), top - 6));
    } else {
      for (Axis.Tick tick : plot.x().ticks()) {
        line(x(tick.value()), bottom(), x(tick.value()), bottom() + BASELINE, "axis");
      }
      line(left, bottom(), RIGHT, bottom(), "axis");
      if (lowest) {
        boolean lowered = drawHorizontalLabels();
        svg.text(plot.x().title(), RIGHT, bottom() + (lowered ? 49 : 36), "axis-title end");
      }
    }
    for (Mark mark : plot.marks()) {
      if (mark instanceof Mark.Dot dot) {
        taken.add(new Rectangle2D.Double(x(dot.x()) - DOT, at(dot) - DOT, 2 * DOT, 2 * DOT));
      }
    }
    plot.marks().forEach(mark -> mark.draw(this));
  }

  /** Places labels from the right. A label that would touch its neighbour moves down a line. */
  private boolean drawHorizontalLabels() {
    double[] free = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    boolean lowered = false;
    List<Axis.Tick> ticks = plot.x().ticks();
    for (int i = ticks.size() - 1; i >= 0; i--) {
      double at = x(ticks.get(i).value());
      double half = ticks.get(i).label().length() * TICK_CHARACTER / 2;
      int row = at + half < free[0] ? 0 : 1;
      if (at + half < free[row]) {
        svg.text(ticks.get(i).label(), at, bottom() + 17 + ROW * row, "tick middle");
        free[row] = at - half - 3;
        lowered |= row == 1;
      }
    }
    return lowered;
  }

  /**
   * The outline of a step function, up to the end of the plot. Changes within half a pixel become
   * one stroke from their lowest to their highest value. This bounds the outline's size without
   * changing how it looks.
   */
  String stairs(List<Double> times, List<Double> values) {
    int shown = (int) times.stream().filter(time -> plot.x().scale().place(time) <= 1).count();
    if (shown == 0) {
      return "";
    }
    Map<Double, List<Double>> columns = new LinkedHashMap<>();
    for (int i = 0; i < shown; i++) {
      double column = Math.floor(x(times.get(i)) * COLUMNS_PER_PIXEL) / COLUMNS_PER_PIXEL;
      columns.computeIfAbsent(column, x -> new ArrayList<>()).add(values.get(i));
    }
    StringBuilder path = new StringBuilder();
    String at = "";
    for (Map.Entry<Double, List<Double>> column : columns.entrySet()) {
      List<Double> here = column.getValue();
      String x = Numbers.coordinate(column.getKey());
      if (at.isEmpty()) {
        at = Numbers.coordinate(y(here.get(0)));
        path.append('M').append(x).append(' ').append(at);
      } else if (!here.stream().map(now -> Numbers.coordinate(y(now))).allMatch(at::equals)) {
        path.append('H').append(x);
      }
      double last = here.get(here.size() - 1);
      for (double turn : List.of(here.get(0), Collections.min(here), Collections.max(here), last)) {
        String y = Numbers.coordinate(y(turn));
        path.append(y.equals(at) ? "" : "V" + y);
        at = y;
      }
    }
    // The last value holds to the end of the run, or to the cut of the plot.
    double until = shown < times.size() ? RIGHT : x(times.get(shown - 1));
    return path.append('H').append(Numbers.coordinate(until)).toString();
  }
}
