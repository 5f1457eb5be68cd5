package dev.sessionbench.report.chart;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.CellKey;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.report.ParameterValues;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** RPCs against a parameter; against the step with the closed form drawn through the points. */
public final class RpcChart {
  private static final String RPCS = "BatchCreateSessions RPCs (log scale)";

  private RpcChart() {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param points its cells along the horizontal axis, at least one, each with a count
   * @return the chart
   */
  public static Chart of(Panel panel, List<CellPoint> points) {
    boolean ideal = points.stream().anyMatch(point -> Double.isFinite(point.virtualRpcs()));
    Axis rpcs =
        axis(
            ideal ? "RPCs (log scale); dashed: in virtual time" : RPCS,
            points.stream()
                .flatMapToDouble(point -> DoubleStream.of(point.rpcs(), point.virtualRpcs())));
    PointChart chart = new PointChart(panel, panel.x().axis(), rpcs);
    Optional<IntUnaryOperator> form = closedForm(points.get(0));
    boolean known = points.stream().allMatch(point -> closedForm(point).isPresent());
    if (known && panel.x().name().equals(PoolShape.INC_STEP)) {
      chart.plot().path(curve(chart.plot(), form.orElseThrow(), points), "line thin c1");
    }
    chart.joinVirtual(points, point -> point.virtualRpcs() > 0 ? point.virtualRpcs() : Double.NaN);
    chart.draw(points.stream().map(point -> mark(chart, panel, point)).toList(), false);
    return chart.chart(
        "rpcs",
        "RPCs of " + panel.title() + " against " + panel.x().name(),
        "Median number of RPCs by " + panel.x().name() + ":",
        points,
        RpcChart::describe);
  }

  /** The axis of RPCs, for points that have a count; that of none has no place on its scale. */
  static Axis axis(List<CellPoint> counted) {
    return axis(RPCS, counted.stream().mapToDouble(CellPoint::rpcs));
  }

  private static Axis axis(String title, DoubleStream counts) {
    DoubleSummaryStatistics rpcs = counts.filter(count -> count > 0).summaryStatistics();
    boolean some = rpcs.getCount() > 0;
    return Axis.logarithmic(title, some ? rpcs.getMin() : 1, some ? rpcs.getMax() : 1);
  }

  private static PointChart.Mark mark(PointChart chart, Panel panel, CellPoint point) {
    String rpcs = Numbers.label(point.rpcs());
    return new PointChart.Mark(
        chart.x(point),
        point.rpcs() > 0 ? chart.plot().y(point.rpcs()) : chart.plot().bottom(),
        4,
        "dot " + chart.colour(point),
        panel.label(point) + ": " + rpcs + " RPCs" + besideVirtual(point),
        rpcs,
        "value middle");
  }

  private static String curve(Plot plot, IntUnaryOperator form, List<CellPoint> points) {
    int first = Integer.parseInt(points.get(0).x());
    int last = Integer.parseInt(points.get(points.size() - 1).x());
    // A thousand places are more than there are pixels, whatever the last step is.
    long stride = Math.max(1, (last - first) / 1000);
    return Plot.joined(
        LongStream.iterate(first, step -> step <= last, step -> step + stride)
            .mapToObj(step -> plot.place((double) step, form.applyAsInt((int) step)))
            .toList());
  }

  private static String describe(CellPoint point) {
    return Numbers.label(point.rpcs())
        + closedForm(point)
            .map(form -> form.applyAsInt(number(point.cell().key(), PoolShape.INC_STEP)))
            .map(" (closed form %s)"::formatted)
            .orElse("")
        + besideVirtual(point);
  }

  private static String besideVirtual(CellPoint point) {
    return Double.isFinite(point.virtualRpcs())
        ? " (in virtual time %s)".formatted(Numbers.label(point.virtualRpcs()))
        : "";
  }

  /** By the step, the number of RPCs that the client's rules give for a pool that fills up. */
  private static Optional<IntUnaryOperator> closedForm(CellPoint point) {
    CellKey key = point.cell().key();
    try {
      String client = key.params().get(ParameterValues.CLIENT);
      if (client != null && !Generation.parse(client).growsByStep()) {
        return Optional.empty();
      }
      PoolShape shape =
          new PoolShape(
              number(key, "minSessions"),
              number(key, "maxSessions"),
              number(key, PoolShape.INC_STEP),
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
      // Another benchmark's parameters, or several clients: the points stand without a line.
      return Optional.empty();
    }
  }

  private static int number(CellKey key, String name) {
    return Integer.parseInt(key.params().getOrDefault(name, ""));
  }
}
