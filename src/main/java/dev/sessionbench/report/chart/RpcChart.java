package dev.sessionbench.report.chart;

import dev.sessionbench.model.PoolShape;
import dev.sessionbench.results.CellKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** RPCs against the step, with the closed form drawn through the points. */
public final class RpcChart {
  private static final int HEIGHT = 270;

  private RpcChart() {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param points its cells by step, at least one with a count
   * @return the chart; nothing where no RPCs were counted
   */
  public static Optional<Chart> of(Panel panel, List<CellPoint> points) {
    List<CellPoint> counted = points.stream().filter(p -> p.rpcs().orElse(0) > 0).toList();
    if (counted.isEmpty()) {
      return Optional.empty();
    }
    double min = counted.stream().mapToDouble(p -> p.rpcs().getAsDouble()).min().orElse(1);
    double max = counted.stream().mapToDouble(p -> p.rpcs().getAsDouble()).max().orElse(1);
    Markup body = new Markup();
    Plot plot =
        new Plot(
            52,
            26,
            334,
            180,
            Axis.logarithmicAt(
                "incStep (sessions, log scale)",
                counted.stream().map(p -> (double) p.incStep()).toList()),
            Axis.logarithmic("BatchCreateSessions RPCs (log scale)", min, max),
            body);
    plot.drawAxes();
    ClosedForm.of(panel.key())
        .ifPresent(form -> plot.path(curve(plot, form, counted), "line thin c1"));
    LabelPlacer labels = new LabelPlacer(plot);
    counted.forEach(p -> labels.keepOff(plot.x(p.incStep()), plot.y(p.rpcs().orElseThrow())));
    counted.forEach(point -> drawPoint(plot, point, labels));
    return Optional.of(
        new Chart(
            "rpcs-" + panel.id(),
            "RPCs of " + panel.title() + " against incStep",
            describe(panel, counted),
            Chart.WIDTH,
            HEIGHT,
            body));
  }

  private static void drawPoint(Plot plot, CellPoint point, LabelPlacer labels) {
    double x = plot.x(point.incStep());
    double y = plot.y(point.rpcs().orElseThrow());
    String label = Numbers.label(point.rpcs().orElseThrow());
    plot.dot(x, y, 4, "dot c0", "incStep %s: %s RPCs".formatted(point.incStep(), label));
    LabelPlacer.Place place = labels.place(label, x, y);
    plot.text(label, place.x(), place.baseline(), "value middle");
  }

  private static String curve(Plot plot, ClosedForm form, List<CellPoint> points) {
    int first = points.get(0).incStep();
    int last = points.get(points.size() - 1).incStep();
    StringBuilder path = new StringBuilder();
    // A thousand places are more than there are pixels, whatever the last step is.
    long stride = Math.max(1, (last - first) / 1000);
    for (long step = first; step <= last; step += stride) {
      path.append(path.isEmpty() ? 'M' : 'L');
      path.append(Numbers.coordinate(plot.x((double) step))).append(' ');
      path.append(Numbers.coordinate(plot.y(form.rpcs((int) step))));
    }
    return path.toString();
  }

  private static String describe(Panel panel, List<CellPoint> points) {
    StringBuilder text = new StringBuilder("Median number of RPCs by incStep:");
    Optional<ClosedForm> form = ClosedForm.of(panel.key());
    for (CellPoint point : points) {
      text.append(' ').append(point.incStep()).append(": ");
      text.append(Numbers.label(point.rpcs().getAsDouble()));
      form.ifPresent(
          f -> text.append(" (closed form ").append(f.rpcs(point.incStep())).append(')'));
      text.append(';');
    }
    text.setCharAt(text.length() - 1, '.');
    return text.toString();
  }

  /** The number of RPCs that the client's rules give for a pool that fills up. */
  private record ClosedForm(int minSessions, int maxSessions, int numChannels, int demand) {
    static Optional<ClosedForm> of(CellKey key) {
      Map<String, String> params = key.params();
      try {
        int max = Integer.parseInt(params.getOrDefault("maxSessions", ""));
        ClosedForm form =
            new ClosedForm(
                Integer.parseInt(params.getOrDefault("minSessions", "")),
                max,
                Integer.parseInt(params.getOrDefault("numChannels", "")),
                demand(key, max));
        new PoolShape(form.minSessions, max, 1, form.numChannels);
        return Optional.of(form);
      } catch (IllegalArgumentException e) {
        // Another benchmark's parameters: the points stand without a line.
        return Optional.empty();
      }
    }

    int rpcs(int incStep) {
      return new PoolShape(minSessions, maxSessions, incStep, numChannels)
          .totalRpcs(demand, PoolShape.SERVICE_BATCH_LIMIT);
    }

    private static int demand(CellKey key, int max) {
      // The steady increase holds what it reads; a burst wants a session for each thread.
      String size = key.method().equals("steadyIncrease") ? "operations" : "concurrency";
      int wanted = Integer.parseInt(key.params().getOrDefault(size, "0"));
      return wanted > 0 ? wanted : max;
    }
  }
}
