package dev.sessionbench.report.chart;

import dev.sessionbench.model.PoolShape;
import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.results.CellKey;
import dev.sessionbench.text.Numbers;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

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
    Plot plot = chart.plot();
    boolean known = counted.stream().allMatch(point -> ClosedForm.of(point).isPresent());
    if (known && panel.x().name().equals(ParameterValues.INC_STEP)) {
      ClosedForm form = ClosedForm.of(counted.get(0)).orElseThrow();
      plot.path(curve(plot, form, counted), "line thin c1");
    }
    LabelPlacer labels = new LabelPlacer(plot);
    counted.forEach(p -> labels.keepOff(chart.x(p), plot.y(p.rpcs().orElseThrow())));
    counted.forEach(point -> drawPoint(chart, panel.label(point), point, labels));
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

  private static void drawPoint(
      PointChart chart, String label, CellPoint point, LabelPlacer labels) {
    double x = chart.x(point);
    double y = chart.plot().y(point.rpcs().orElseThrow());
    String rpcs = Numbers.label(point.rpcs().orElseThrow());
    chart.plot().dot(x, y, 4, "dot " + chart.colour(point), label + ": " + rpcs + " RPCs");
    LabelPlacer.Place place = labels.place(rpcs, x, y);
    chart.plot().text(rpcs, place.x(), place.baseline(), "value middle");
  }

  private static String curve(Plot plot, ClosedForm form, List<CellPoint> points) {
    int first = Integer.parseInt(points.get(0).x());
    int last = Integer.parseInt(points.get(points.size() - 1).x());
    List<String> places = new ArrayList<>();
    // A thousand places are more than there are pixels, whatever the last step is.
    long stride = Math.max(1, (last - first) / 1000);
    for (long step = first; step <= last; step += stride) {
      places.add(plot.place((double) step, form.rpcs((int) step)));
    }
    return Plot.joined(places);
  }

  private static String describe(CellPoint point) {
    return Numbers.label(point.rpcs().orElseThrow())
        + ClosedForm.of(point)
            .map(form -> " (closed form " + form.rpcs(form.shape.incStep()) + ")")
            .orElse("");
  }

  /** The number of RPCs that the client's rules give for a pool that fills up. */
  private record ClosedForm(PoolShape shape, int demand) {
    static Optional<ClosedForm> of(CellPoint point) {
      CellKey key = point.cell().key();
      try {
        int max = number(key, "maxSessions");
        PoolShape shape =
            new PoolShape(
                number(key, "minSessions"),
                max,
                number(key, ParameterValues.INC_STEP),
                number(key, "numChannels"));
        return Optional.of(new ClosedForm(shape, demand(key, max)));
      } catch (IllegalArgumentException e) {
        // Another benchmark's parameters: the points stand without a line.
        return Optional.empty();
      }
    }

    int rpcs(int step) {
      return new PoolShape(shape.minSessions(), shape.maxSessions(), step, shape.numChannels())
          .totalRpcs(demand, PoolShape.SERVICE_BATCH_LIMIT);
    }

    private static int number(CellKey key, String name) {
      return Integer.parseInt(key.params().getOrDefault(name, ""));
    }

    private static int demand(CellKey key, int max) {
      // The steady increase holds what it reads; a burst wants a session for each thread.
      String size = key.method().equals("steadyIncrease") ? "operations" : "concurrency";
      int wanted = Integer.parseInt(key.params().getOrDefault(size, "0"));
      return wanted > 0 ? wanted : max;
    }
  }
}
