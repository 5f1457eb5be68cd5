package dev.sessionbench.report.chart;

import dev.sessionbench.model.Curve;
import dev.sessionbench.results.CellCurves;
import dev.sessionbench.text.Numbers;
import java.util.List;

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
    Markup body = new Markup();
    double end = end(curves);
    Axis time = Axis.cutAt("Time since start (ms)", end, 5);
    Plot total = strip("Sessions in the pool", 56, 150, time, curves, Curve.SESSIONS, body);
    String x = panel.x().name();
    Legend.draw(total, x, curves.stream().map(curve -> value(curve, x)).toList(), 15);
    draw(total, curves, Curve.SESSIONS, end, false);
    draw(
        strip("Sessions in use", 238, 75, time, curves, Curve.IN_USE, body),
        curves,
        Curve.IN_USE,
        end,
        false);
    draw(
        strip("Callers waiting", 345, 75, time, curves, Curve.WAITING, body),
        curves,
        Curve.WAITING,
        end,
        true);
    return new Chart(
        "growth-" + panel.id(),
        "Growth of the pool in " + panel.title(),
        describe(x, curves, end),
        Chart.WIDTH,
        HEIGHT,
        body);
  }

  /** The curves that go on beyond the end of the plot, in words; empty where none does. */
  public static String cut(Panel panel, List<CellCurves> curves) {
    String x = panel.x().name();
    double end = end(curves);
    StringBuilder text = new StringBuilder();
    for (CellCurves curve : curves) {
      double full = lastGrowth(curve);
      if (full > end) {
        text.append(text.isEmpty() ? "" : "; ").append(x).append(' ').append(value(curve, x));
        text.append(" grows until ").append(Numbers.label(full)).append(" ms");
      }
    }
    return text.toString();
  }

  private static Plot strip(
      String title,
      double top,
      double height,
      Axis time,
      List<CellCurves> curves,
      String name,
      Markup body) {
    Axis axis = Axis.countFromZero(title, largest(curves, name), height > 100 ? 4 : 2);
    return new Plot(LEFT, top, PLOT_WIDTH, height, time, axis, body);
  }

  private static double largest(List<CellCurves> curves, String name) {
    return curves.stream()
        .flatMap(curve -> of(curve, name).y().stream())
        .mapToDouble(value -> value)
        .max()
        .orElse(1);
  }

  private static void draw(
      Plot plot, List<CellCurves> curves, String name, double end, boolean lowest) {
    plot.drawAxes(lowest);
    if (lowest && largest(curves, name) <= 1) {
      // One thread that waits and does not, hundreds of times: as lines it would be a hatching.
      plot.text("never more than one", plot.left() + 12, plot.y(0.5) + 4, "tick start");
      return;
    }
    for (int i = 0; i < curves.size(); i++) {
      CellCurves curve = curves.get(i);
      plot.path(
          StepPath.of(plot, of(curve, name).x(), of(curve, name).y(), end),
          "line d" + i + " c" + i);
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
    return end > 0 ? end : lastTime(curves);
  }

  private static double lastTime(List<CellCurves> curves) {
    return curves.stream()
        .flatMap(curve -> of(curve, Curve.SESSIONS).x().stream())
        .mapToDouble(time -> time)
        .max()
        .orElse(1);
  }

  private static double lastGrowth(CellCurves curve) {
    Curve sessions = of(curve, Curve.SESSIONS);
    for (int i = sessions.y().size() - 1; i > 0; i--) {
      if (sessions.y().get(i) > sessions.y().get(i - 1)) {
        return sessions.x().get(i);
      }
    }
    return 0;
  }

  private static Curve of(CellCurves cell, String name) {
    return cell.curve(name).orElse(new Curve(name, "ms", "#", List.of(), List.of()));
  }

  private static String value(CellCurves curve, String x) {
    return curve.params().getOrDefault(x, "");
  }

  private static String describe(String x, List<CellCurves> curves, double end) {
    StringBuilder text = new StringBuilder("The pool stopped growing after:");
    for (CellCurves curve : curves) {
      text.append(' ').append(x).append(' ').append(value(curve, x)).append(": ");
      text.append(Numbers.label(lastGrowth(curve))).append(" ms;");
    }
    return text.append(" time is shown up to ")
        .append(Numbers.label(end))
        .append(" ms.")
        .toString();
  }
}
