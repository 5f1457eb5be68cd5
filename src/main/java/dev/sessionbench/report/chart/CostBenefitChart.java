package dev.sessionbench.report.chart;

import dev.sessionbench.stats.ParetoFront;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Time against RPCs, each point labelled with its step, the Pareto front marked. */
public final class CostBenefitChart {
  private static final int HEIGHT = 270;

  private CostBenefitChart() {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param points its cells by step
   * @return the chart; nothing where no RPCs were counted
   */
  public static Optional<Chart> of(Panel panel, List<CellPoint> points) {
    List<CellPoint> counted = points.stream().filter(p -> p.rpcs().orElse(0) > 0).toList();
    if (counted.isEmpty()) {
      return Optional.empty();
    }
    Set<Integer> front = ParetoFront.of(counted.stream().map(CellPoint::cell).toList());
    Markup body = new Markup();
    Plot plot = plot(counted, body);
    plot.drawAxes();
    LabelPlacer labels = new LabelPlacer(plot);
    counted.forEach(p -> labels.keepOff(plot.x(rpcs(p)), plot.y(p.median())));
    for (CellPoint point : counted) {
      drawPoint(plot, point, front.contains(point.incStep()), labels);
    }
    return Optional.of(
        new Chart(
            "cost-" + panel.id(),
            "Time of " + panel.title() + " against its RPCs",
            "On the Pareto front: incStep "
                + String.join(
                    ", ", front.stream().sorted().map(step -> Integer.toString(step)).toList())
                + ".",
            Chart.WIDTH,
            HEIGHT,
            body));
  }

  private static Plot plot(List<CellPoint> points, Markup body) {
    double min = points.stream().mapToDouble(CostBenefitChart::rpcs).min().orElse(1);
    double max = points.stream().mapToDouble(CostBenefitChart::rpcs).max().orElse(1);
    double fastest = points.stream().mapToDouble(CellPoint::median).min().orElse(1);
    double slowest = points.stream().mapToDouble(CellPoint::median).max().orElse(1);
    return new Plot(
        52,
        26,
        334,
        180,
        Axis.logarithmic("BatchCreateSessions RPCs (log scale)", min, max),
        Axis.close("Time (ms", fastest, slowest),
        body);
  }

  private static void drawPoint(Plot plot, CellPoint point, boolean onFront, LabelPlacer labels) {
    double x = plot.x(rpcs(point));
    double y = plot.y(point.median());
    String label = Integer.toString(point.incStep());
    LabelPlacer.Place place = labels.place(label, x, y);
    if (place.far()) {
      plot.line(x, y, place.x(), place.baseline() - 4, "leader");
    }
    plot.dot(
        x,
        y,
        onFront ? 4.5 : 3.5,
        onFront ? "dot c1" : "dot hollow",
        "incStep %s: %s RPCs, %s ms%s"
            .formatted(
                point.incStep(),
                Numbers.label(rpcs(point)),
                Numbers.label(point.median()),
                onFront ? ", on the Pareto front" : ""));
    plot.text(label, place.x(), place.baseline(), onFront ? "value middle" : "tick middle");
  }

  private static double rpcs(CellPoint point) {
    return point.rpcs().orElseThrow();
  }
}
