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
  private static final double COLUMNS_PER_PIXEL = 2;

  final Svg svg;
  private final Chart.Plot plot;
  private final double left;
  private final double top;
  private final LabelPlacer labels = new LabelPlacer();

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
    svg.path(commands.isEmpty() || !style.startsWith("area") ? commands : closed(commands), style);
  }

  private String closed(String commands) {
    return "%sV%sH%sZ".formatted(commands, Numbers.coordinate(bottom()), Numbers.coordinate(left));
  }

  void dot(Mark.Dot dot) {
    double x = x(dot.x());
    double y = at(dot);
    LabelPlacer.Place place = dot.label().isEmpty() ? null : labels.place(dot.label(), x, y);
    if (place != null && place.far()) {
      line(x, y, place.x(), place.baseline() - BASELINE, "leader");
    }
    svg.add("circle", dot.style(), Svg.title(dot.title()), "cx", x, "cy", y, "r", dot.radius());
    if (place != null) {
      String style = dot.style().contains("hollow") ? "tick middle" : "value middle";
      svg.text(dot.label(), place.x(), place.baseline(), style);
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
        labels.keepOff(x(dot.x()), at(dot));
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
      String first = Numbers.coordinate(y(here.get(0)));
      if (at.isEmpty()) {
        path.append('M').append(x).append(' ').append(first);
        at = first;
      } else if (!first.equals(at)) {
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

  /** Finds a free place for a label near its point, off other labels and points. */
  private final class LabelPlacer {
    private static final double CHARACTER = 7.8;
    private static final double LINE = 13;
    private static final double POINT = 5;
    private static final double[] DISTANCES = {9, 13, 18, 26, 38, 52, 70, 92};

    /** In eighths of a turn: above first, then the sides, below last. */
    private static final int[] ANGLES = {0, 1, 7, 2, 6, 3, 5, 4};

    /** The place of a label's middle, and whether a line should connect it to its point. */
    record Place(double x, double baseline, boolean far) {}

    private final List<Rectangle2D> taken = new ArrayList<>();

    void keepOff(double x, double y) {
      taken.add(new Rectangle2D.Double(x - POINT, y - POINT, 2 * POINT, 2 * POINT));
    }

    /** The nearest free place; above the point if no place is free. */
    Place place(String label, double x, double y) {
      Rectangle2D area =
          new Rectangle2D.Double(left + 1, top - 2, RIGHT - left + 9, plot.height() + 1);
      double half = label.length() * CHARACTER / 2;
      for (double distance : DISTANCES) {
        for (int eighth : ANGLES) {
          double angle = Math.PI * eighth / 4;
          double centreX = x + Math.sin(angle) * (distance + half - 3);
          double centreY = y - Math.cos(angle) * (distance + 3);
          Rectangle2D box =
              new Rectangle2D.Double(centreX - half, centreY - LINE / 2, 2 * half, LINE);
          if (area.contains(box) && taken.stream().noneMatch(box::intersects)) {
            taken.add(box);
            return new Place(centreX, centreY + BASELINE, distance > 20);
          }
        }
      }
      return new Place(x, y - 8, false);
    }
  }
}
