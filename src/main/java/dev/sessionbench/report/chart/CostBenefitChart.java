package dev.sessionbench.report.chart;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.sweep.Recommendation;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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
    List<CellPoint> ideal = points.stream().filter(CostBenefitChart::hasVirtual).toList();
    DoubleSummaryStatistics times =
        Stream.concat(
                points.stream().map(CellPoint::median), ideal.stream().map(CellPoint::virtual))
            .mapToDouble(Double::doubleValue)
            .summaryStatistics();
    PointChart chart =
        new PointChart(
            panel,
            RpcChart.axis(points),
            Axis.close(
                ideal.isEmpty() ? "Time (ms" : "Time (rings: in virtual time; ms",
                times.getMin(),
                times.getMax()));
    chart.draw(
        Stream.concat(
                ideal.stream().map(point -> ring(chart, panel, point)),
                points.stream().map(point -> mark(chart, panel, point, front.contains(point))))
            .toList(),
        true);
    return chart.chart(
        "cost",
        "Time of " + panel.title() + " against its RPCs",
        "On the Pareto front, by " + panel.x().name() + ":",
        points.stream().filter(front::contains).toList(),
        point -> Numbers.label(point.rpcs()) + " RPCs");
  }

  private static boolean hasVirtual(CellPoint point) {
    return Double.isFinite(point.virtual()) && point.virtualRpcs() > 0;
  }

  private static PointChart.Mark ring(PointChart chart, Panel panel, CellPoint point) {
    return new PointChart.Mark(
        chart.plot().x(point.virtualRpcs()),
        chart.plot().y(point.virtual()),
        5.5,
        "ring " + chart.colour(point),
        "%s in virtual time: %s RPCs, %s ms"
            .formatted(
                panel.label(point),
                Numbers.label(point.virtualRpcs()),
                Numbers.label(point.virtual())),
        "",
        "");
  }

  private static PointChart.Mark mark(
      PointChart chart, Panel panel, CellPoint point, boolean onFront) {
    return new PointChart.Mark(
        chart.plot().x(point.rpcs()),
        chart.plot().y(point.median()),
        onFront ? 4.5 : 3.5,
        onFront ? "dot " + chart.colour(point) : "dot hollow",
        "%s: %s RPCs, %s ms%s%s"
            .formatted(
                panel.label(point),
                Numbers.label(point.rpcs()),
                Numbers.label(point.median()),
                point.besideVirtual(),
                onFront ? ", on the Pareto front" : ""),
        point.x(),
        onFront ? "value middle" : "tick middle");
  }
}
