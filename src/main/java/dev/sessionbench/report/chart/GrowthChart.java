package dev.sessionbench.report.chart;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.Ideal;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The pool against time, for a few values of a parameter over each other: its size, the sessions in
 * use, and the callers that wait, one below the other over the same time.
 */
public final class GrowthChart {
  private static final int HEIGHT = 470;
  private static final int LEFT = 48;
  private static final int PLOT_WIDTH = 338;
  private static final double BEYOND = 1.25;
  private static final double OUTLIER = 3;

  private GrowthChart() {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param curves one for each value of the panel, in order, at least one
   * @return the chart
   */
  public static Chart of(Panel panel, List<CellCurves> curves) {
    double end = end(curves);
    StringBuilder body = new StringBuilder();
    Axis time = Axis.cutAt("Time since start (ms)", end, 5);
    List<Curve> virtual = all(curves, Ideal.VIRTUAL + Curve.SESSIONS);
    boolean ideal = virtual.stream().anyMatch(curve -> !curve.x().isEmpty());
    Plot total =
        strip(
            ideal ? "Sessions; thin: in virtual time" : "Sessions in the pool",
            56,
            150,
            time,
            Stream.concat(all(curves, Curve.SESSIONS).stream(), virtual.stream()).toList(),
            body);
    String x = panel.x().name();
    total.drawLegend(x, curves.stream().map(curve -> value(curve, x)).toList());
    draw(total, all(curves, Curve.SESSIONS), end, false);
    draw(total, virtual, end, i -> "line thin d1 c" + i);
    String cut = cut(curves, x, end);
    if (!cut.isEmpty()) {
      total.text(cut, total.right(), total.top() - 10, "tick end");
    }
    List<Curve> inUse = all(curves, Curve.IN_USE);
    draw(strip("Sessions in use", 238, 75, time, inUse, body), inUse, end, false);
    List<Curve> waiting = all(curves, Curve.WAITING);
    draw(strip("Callers waiting", 345, 75, time, waiting, body), waiting, end, true);
    String stopped =
        curves.stream()
            .map(c -> " %s %s: %s ms;".formatted(x, value(c, x), Numbers.label(lastGrowth(c))))
            .collect(Collectors.joining());
    return new Chart(
        "growth-" + panel.id(),
        "Growth of the pool in " + panel.title(),
        "The pool stopped growing after:%s time is shown up to %s ms."
            .formatted(stopped, Numbers.label(end)),
        HEIGHT,
        body.toString());
  }

  /** The curves that go on beyond the end of the plot, in words; empty where none does. */
  private static String cut(List<CellCurves> curves, String x, double end) {
    return curves.stream()
        .filter(curve -> lastGrowth(curve) > end)
        .map(c -> "%s grows until %s ms".formatted(value(c, x), Numbers.label(lastGrowth(c))))
        .collect(Collectors.joining("; "));
  }

  private static Plot strip(
      String title, double top, double height, Axis time, List<Curve> curves, StringBuilder body) {
    Axis axis = Axis.countFromZero(title, largest(curves, Curve::y), height > 100 ? 4 : 2);
    return new Plot(LEFT, top, PLOT_WIDTH, height, time, axis, body);
  }

  private static double largest(List<Curve> curves, Function<Curve, List<Double>> values) {
    return curves.stream()
        .flatMap(curve -> values.apply(curve).stream())
        .mapToDouble(value -> value)
        .max()
        .orElse(1);
  }

  private static void draw(Plot plot, List<Curve> curves, double end, boolean lowest) {
    plot.drawAxes(lowest);
    if (lowest && largest(curves, Curve::y) <= 1) {
      // One thread that waits and does not, hundreds of times: as lines it would be a hatching.
      plot.text("never more than one", plot.left() + 12, plot.y(0.5) + 4, "tick start");
      return;
    }
    draw(plot, curves, end, i -> "line d" + i + " c" + i);
  }

  private static void draw(Plot plot, List<Curve> curves, double end, IntFunction<String> style) {
    for (int i = 0; i < curves.size(); i++) {
      String path = StepPath.of(plot, curves.get(i).x(), curves.get(i).y(), end);
      if (!path.isEmpty()) {
        plot.path(path, style.apply(i));
      }
    }
  }

  /**
   * Where the plot ends: a little after the last pool has stopped growing. One pool that takes
   * several times as long as the next would press all others against the axis, and is cut.
   */
  private static double end(List<CellCurves> curves) {
    List<Double> full = curves.stream().map(GrowthChart::lastGrowth).sorted().toList();
    double slowest = full.get(full.size() - 1);
    double next = full.size() > 1 ? full.get(full.size() - 2) : slowest;
    double end = (next > 0 && slowest > OUTLIER * next ? next : slowest) * BEYOND;
    return end > 0 ? end : largest(all(curves, Curve.SESSIONS), Curve::x);
  }

  private static double lastGrowth(CellCurves curve) {
    Curve sessions = curve.curve(Curve.SESSIONS);
    return IntStream.range(1, sessions.y().size())
        .filter(i -> sessions.y().get(i) > sessions.y().get(i - 1))
        .mapToDouble(i -> sessions.x().get(i))
        .max()
        .orElse(0);
  }

  private static List<Curve> all(List<CellCurves> cells, String name) {
    return cells.stream().map(cell -> cell.curve(name)).toList();
  }

  private static String value(CellCurves curve, String x) {
    return curve.params().getOrDefault(x, "");
  }
}
