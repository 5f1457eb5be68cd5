package dev.sessionbench.report.chart;

import dev.sessionbench.model.PoolShape;
import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.results.CellKey;
import dev.sessionbench.text.Numbers;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/** RPCs against a parameter; against the step with the closed form drawn through the points. */
public final class RpcChart {
  private RpcChart() {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param points its cells along the horizontal axis, at least one with a count
   * @return the chart; nothing where no RPCs were counted
   */
  public static Optional<Chart> of(Panel panel, List<CellPoint> points) {
    List<CellPoint> counted = points.stream().filter(p -> p.rpcs().orElse(0) > 0).toList();
    if (counted.isEmpty()) {
      return Optional.empty();
    }
    PointChart chart = new PointChart(panel, panel.x().axis(), axis(counted));
    Optional<IntUnaryOperator> form = closedForm(counted.get(0));
    boolean known = counted.stream().allMatch(point -> closedForm(point).isPresent());
    if (known && panel.x().name().equals(ParameterValues.INC_STEP)) {
      chart.plot().path(curve(chart.plot(), form.orElseThrow(), counted), "line thin c1");
    }
    chart.draw(counted.stream().map(point -> mark(chart, panel, point)).toList(), false);
    return Optional.of(
        chart.chart(
            "rpcs",
            "RPCs of " + panel.title() + " against " + panel.x().name(),
            "Median number of RPCs by " + panel.x().name() + ":",
            counted,
            RpcChart::describe));
  }

  /** The axis of RPCs, for points that have a count. */
  static Axis axis(List<CellPoint> counted) {
    DoubleSummaryStatistics rpcs =
        counted.stream().mapToDouble(p -> p.rpcs().orElseThrow()).summaryStatistics();
    return Axis.logarithmic("BatchCreateSessions RPCs (log scale)", rpcs.getMin(), rpcs.getMax());
  }

  private static PointChart.Mark mark(PointChart chart, Panel panel, CellPoint point) {
    String rpcs = Numbers.label(point.rpcs().orElseThrow());
    return new PointChart.Mark(
        chart.x(point),
        chart.plot().y(point.rpcs().orElseThrow()),
        4,
        "dot " + chart.colour(point),
        panel.label(point) + ": " + rpcs + " RPCs",
        rpcs,
        "value middle");
  }

  private static String curve(Plot plot, IntUnaryOperator form, List<CellPoint> points) {
    int first = Integer.parseInt(points.get(0).x());
    int last = Integer.parseInt(points.get(points.size() - 1).x());
    List<String> places = new ArrayList<>();
    // A thousand places are more than there are pixels, whatever the last step is.
    long stride = Math.max(1, (last - first) / 1000);
    for (long step = first; step <= last; step += stride) {
      places.add(plot.place((double) step, form.applyAsInt((int) step)));
    }
    return Plot.joined(places);
  }

  private static String describe(CellPoint point) {
    return Numbers.label(point.rpcs().orElseThrow())
        + closedForm(point)
            .map(form -> form.applyAsInt(number(point.cell().key(), ParameterValues.INC_STEP)))
            .map(" (closed form %s)"::formatted)
            .orElse("");
  }

  /** By the step, the number of RPCs that the client's rules give for a pool that fills up. */
  private static Optional<IntUnaryOperator> closedForm(CellPoint point) {
    CellKey key = point.cell().key();
    try {
      PoolShape shape =
          new PoolShape(
              number(key, "minSessions"),
              number(key, "maxSessions"),
              number(key, ParameterValues.INC_STEP),
              number(key, "numChannels"));
      // The steady increase holds what it reads; a burst wants a session for each thread.
      String size = key.method().equals("steadyIncrease") ? "operations" : "concurrency";
      int wanted = Integer.parseInt(key.params().getOrDefault(size, "0"));
      int demand = wanted > 0 ? wanted : shape.maxSessions();
      return Optional.of(
          step ->
              new PoolShape(shape.minSessions(), shape.maxSessions(), step, shape.numChannels())
                  .totalRpcs(demand, PoolShape.SERVICE_BATCH_LIMIT));
    } catch (IllegalArgumentException e) {
      // Another benchmark's parameters: the points stand without a line.
      return Optional.empty();
    }
  }

  private static int number(CellKey key, String name) {
    return Integer.parseInt(key.params().getOrDefault(name, ""));
  }
}
