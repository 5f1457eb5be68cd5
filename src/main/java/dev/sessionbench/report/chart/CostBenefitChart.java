package dev.sessionbench.report.chart;

import dev.sessionbench.sweep.Recommendation;
import dev.sessionbench.text.Numbers;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Time against RPCs, each point labelled with its value, the Pareto front marked. */
public final class CostBenefitChart {
  private CostBenefitChart() {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param points its cells along the horizontal axis of the others, at least one, each with a
   *     count
   * @return the chart
   */
  public static Chart of(Panel panel, List<CellPoint> points) {
    Set<CellPoint> front = new HashSet<>();
    for (String line : panel.series()) {
      List<CellPoint> alone = points.stream().filter(p -> p.series().equals(line)).toList();
      List<String> values =
          Recommendation.paretoFront(
              alone.stream().map(CellPoint::cell).toList(), panel.x().name());
      alone.stream().filter(point -> values.contains(point.x())).forEach(front::add);
    }
    DoubleSummaryStatistics times =
        points.stream().mapToDouble(CellPoint::median).summaryStatistics();
    PointChart chart =
        new PointChart(
            panel, RpcChart.axis(points), Axis.close("Time (ms", times.getMin(), times.getMax()));
    chart.draw(
        points.stream().map(point -> mark(chart, panel, point, front.contains(point))).toList(),
        true);
    return chart.chart(
        "cost",
        "Time of " + panel.title() + " against its RPCs",
        "On the Pareto front, by " + panel.x().name() + ":",
        points.stream().filter(front::contains).toList(),
        point -> Numbers.label(point.rpcs()) + " RPCs");
  }

  private static PointChart.Mark mark(
      PointChart chart, Panel panel, CellPoint point, boolean onFront) {
    return new PointChart.Mark(
        chart.plot().x(point.rpcs()),
        chart.plot().y(point.median()),
        onFront ? 4.5 : 3.5,
        onFront ? "dot " + chart.colour(point) : "dot hollow",
        "%s: %s RPCs, %s ms%s"
            .formatted(
                panel.label(point),
                Numbers.label(point.rpcs()),
                Numbers.label(point.median()),
                onFront ? ", on the Pareto front" : ""),
        point.x(),
        onFront ? "value middle" : "tick middle");
  }
}
