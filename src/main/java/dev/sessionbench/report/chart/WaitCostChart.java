package dev.sessionbench.report.chart;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.ResultTables;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a load's callers wait against what the pool costs: the requests for sessions and the
 * sessions that are idle on average. On the front is who is beaten by none in both.
 */
public final class WaitCostChart {
  private static final double MILLIS_PER_SECOND = 1_000;

  private WaitCostChart() {}

  /** What one or several values cost, those that nothing tells apart together. */
  private record Point(double cost, double waitMillis, List<String> values) {
    boolean beats(Point other) {
      return cost <= other.cost
          && waitMillis <= other.waitMillis
          && (cost < other.cost || waitMillis < other.waitMillis);
    }

    String label() {
      return values.get(0) + (values.size() > 1 ? " +" + (values.size() - 1) : "");
    }

    String words() {
      return "requests and idle sessions %s, wait p99 %s ms"
          .formatted(Numbers.label(cost), Numbers.label(waitMillis));
    }
  }

  /**
   * Draws the chart of one load.
   *
   * @param parameter the parameter whose values are compared
   * @param load the load, with a result of at least one value
   */
  public static Chart of(String parameter, Regret.Load load) {
    List<Point> points = points(load);
    DoubleSummaryStatistics cost = points.stream().mapToDouble(Point::cost).summaryStatistics();
    DoubleSummaryStatistics wait =
        points.stream().mapToDouble(Point::waitMillis).summaryStatistics();
    PointChart chart =
        new PointChart(
            new Panel(
                Panel.id(load.title()),
                load.title(),
                new XAxis(parameter, List.copyOf(load.results().keySet())),
                "",
                List.of("")),
            Axis.logarithmic("Requests + idle sessions (log scale)", cost.getMin(), cost.getMax()),
            Axis.close("Wait p99 (ms", wait.getMin(), wait.getMax()));
    List<Point> front =
        points.stream().filter(p -> points.stream().noneMatch(o -> o.beats(p))).toList();
    chart.draw(points.stream().map(p -> mark(chart, p, front.contains(p))).toList(), true);
    return chart.chart(
        "wait-cost",
        "Waits on " + load.title() + " against requests and idle sessions",
        front.stream()
            .map(p -> String.join(", ", p.values) + ": " + p.words())
            .collect(Collectors.joining("; ", "On the Pareto front: ", ".")));
  }

  private static PointChart.Mark mark(PointChart chart, Point point, boolean onFront) {
    return new PointChart.Mark(
        chart.plot().x(point.cost),
        chart.plot().y(point.waitMillis),
        onFront ? 4.5 : 3.5,
        onFront ? "dot c0" : "dot hollow",
        String.join(", ", point.values) + ": " + point.words(),
        onFront ? point.label() : "",
        "value middle");
  }

  private static List<Point> points(Regret.Load load) {
    Map<List<Double>, List<String>> together = new LinkedHashMap<>();
    load.results()
        .forEach(
            (value, result) ->
                together
                    .computeIfAbsent(
                        List.of(cost(result), wait(result)), place -> new ArrayList<>())
                    .add(value));
    List<Point> points = new ArrayList<>();
    together.forEach((place, values) -> points.add(new Point(place.get(0), place.get(1), values)));
    return points;
  }

  private static double cost(CellResult result) {
    double seconds = ResultTables.sample(result).median() / MILLIS_PER_SECOND;
    double idle = ResultTables.secondary(result, "idleSessionSeconds").median();
    return ResultTables.secondary(result, ResultTables.RPCS_METRIC).median()
        + (seconds > 0 ? idle / seconds : 0);
  }

  private static double wait(CellResult result) {
    return ResultTables.secondary(result, "acquireWaitP99").median();
  }
}
