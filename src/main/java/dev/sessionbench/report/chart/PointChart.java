package dev.sessionbench.report.chart;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A chart of points in a frame, with a legend where there are several lines. */
final class PointChart {
  private static final int HEIGHT = 270;
  private static final int LEGEND_HEIGHT = 30;

  private final Panel panel;
  private final int legend;
  private final StringBuilder body = new StringBuilder();
  private final Plot plot;

  PointChart(Panel panel, Axis x, Axis y) {
    this.panel = panel;
    legend = panel.hasLegend() ? LEGEND_HEIGHT : 0;
    plot = new Plot(52, 26 + legend, 334, 180, x, y, body);
    plot.drawAxes(true);
    if (panel.hasLegend()) {
      plot.drawLegend(panel.lines(), panel.series());
    }
  }

  Plot plot() {
    return plot;
  }

  /** Where a point stands along the horizontal axis of its panel. */
  double x(CellPoint point) {
    return plot.x(panel.x().place(point.x()));
  }

  /** The colour of a point's line. */
  String colour(CellPoint point) {
    return "c" + panel.series().indexOf(point.series());
  }

  /** Joins the medians of each line. */
  void join(List<CellPoint> points) {
    join(points, CellPoint::median, i -> i == 0 ? "line c0" : "line d" + i + " c" + i);
  }

  /**
   * Joins what is known of each line in virtual time: thin and dashed, in the colour of the line
   * where there are several.
   */
  void joinVirtual(List<CellPoint> points, ToDoubleFunction<CellPoint> height) {
    join(points, height, i -> "line thin d1 c" + (panel.hasLegend() ? i : 1));
  }

  private void join(
      List<CellPoint> points, ToDoubleFunction<CellPoint> height, IntFunction<String> style) {
    for (int i = 0; i < panel.series().size(); i++) {
      String line = panel.series().get(i);
      List<String> places =
          points.stream()
              .filter(point -> point.series().equals(line))
              .filter(point -> Double.isFinite(height.applyAsDouble(point)))
              .map(p -> plot.place(panel.x().place(p.x()), height.applyAsDouble(p)))
              .toList();
      if (!places.isEmpty()) {
        plot.path(Plot.joined(places), style.apply(i));
      }
    }
  }

  /** A dot with a label near it; without one where the text is empty. */
  record Mark(
      double x, double y, double radius, String dot, String title, String text, String style) {}

  /** Draws marks, each label where nothing else is; with a line to a label that is far off. */
  void draw(List<Mark> marks, boolean leaders) {
    LabelPlacer labels = new LabelPlacer(plot);
    marks.forEach(mark -> labels.keepOff(mark.x, mark.y));
    for (Mark mark : marks) {
      if (mark.text.isEmpty()) {
        plot.dot(mark.x, mark.y, mark.radius, mark.dot, mark.title);
        continue;
      }
      LabelPlacer.Place place = labels.place(mark.text, mark.x, mark.y);
      if (leaders && place.far()) {
        plot.line(mark.x, mark.y, place.x(), place.baseline() - 4, "leader");
      }
      plot.dot(mark.x, mark.y, mark.radius, mark.dot, mark.title);
      plot.text(mark.text, place.x(), place.baseline(), mark.style);
    }
  }

  /** The chart, with a sentence that lists its points. */
  Chart chart(
      String kind,
      String title,
      String start,
      List<CellPoint> points,
      Function<CellPoint, String> words) {
    String description =
        points.stream()
            .map(
                point ->
                    (panel.hasLegend() ? point.series() + " " : "")
                        + point.x()
                        + ": "
                        + words.apply(point))
            .collect(Collectors.joining(", ", start + " ", "."));
    return chart(kind, title, description);
  }

  /** The chart, with what a reader who cannot see it should know. */
  Chart chart(String kind, String title, String description) {
    return new Chart(kind + "-" + panel.id(), title, description, HEIGHT + legend, body.toString());
  }
}
