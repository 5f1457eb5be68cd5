package dev.sessionbench.report.chart;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.chart.NumbersChart.Form;
import dev.sessionbench.report.chart.NumbersChart.Line;
import dev.sessionbench.report.chart.NumbersChart.Strip;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Draws how pools changed over time, with the curves of a few parameter values in one chart. */
public final class CurveCharts {
  private static final double BEYOND = 1.25;
  private static final double OUTLIER = 3;
  private static final int TALL = 150;
  private static final int LOW = 75;
  private static final int WINDOWS = 60;
  private static final int REQUESTS_HEIGHT = 190;
  private static final double MILLIS_PER_SECOND = 1_000;

  private CurveCharts() {}

  /**
   * Draws the pool's size, the sessions in use and the waiters, one below the other.
   *
   * @param panel the panel
   * @param curves one for each value of the panel, in order, at least one
   */
  public static Chart growth(Panel panel, List<CellCurves> curves) {
    double end = end(curves);
    String x = panel.x().name();
    List<String> values = curves.stream().map(c -> c.params().getOrDefault(x, "")).toList();
    List<Curve> virtual = all(curves, Ideal.VIRTUAL + Curve.SESSIONS);
    boolean ideal = virtual.stream().anyMatch(curve -> !curve.x().isEmpty());
    List<Curve> sessions = all(curves, Curve.SESSIONS);
    List<Mark> total = stairs(sessions, Chart::line);
    total.addAll(stairs(virtual, i -> "line thin d1 c" + i));
    Axis size =
        Axis.countFromZero(
            ideal ? "Sessions; thin: in virtual time" : "Sessions in the pool",
            Math.max(largest(sessions, Curve::y), largest(virtual, Curve::y)),
            4);
    List<String> cut = new ArrayList<>();
    StringBuilder stopped = new StringBuilder();
    for (int i = 0; i < curves.size(); i++) {
      double last = lastGrowth(curves.get(i));
      stopped.append(" %s %s: %s ms;".formatted(x, values.get(i), Numbers.label(last)));
      if (last > end) {
        cut.add("%s grows until %s ms".formatted(values.get(i), Numbers.label(last)));
      }
    }
    double top = size.ticks().get(size.ticks().size() - 1).value();
    total.add(new Mark.Note("tick end", end, top, 0, -10, String.join("; ", cut)));
    List<Curve> waiting = all(curves, Curve.WAITING);
    // A single waiter that comes and goes hundreds of times would look like hatching.
    List<Mark> waits =
        largest(waiting, Curve::y) <= 1
            ? List.of(new Mark.Note("tick start", 0, 0.5, 12, 4, "never more than one"))
            : stairs(waiting, Chart::line);
    List<Curve> inUse = all(curves, Curve.IN_USE);
    Axis time = Axis.cutAt("Time since start (ms)", end, 5);
    return new Chart(
        "growth-" + panel.id(),
        "Growth of the pool in " + panel.title(),
        "The pool stopped growing after:%s time is shown up to %s ms."
            .formatted(stopped, Numbers.label(end)),
        List.of(Chart.Legend.of(x, values)),
        List.of(
            new Chart.Plot(time, size, TALL, total),
            new Chart.Plot(time, low("Sessions in use", inUse), LOW, stairs(inUse, Chart::line)),
            new Chart.Plot(time, low("Callers waiting", waiting), LOW, waits)));
  }

  private static Axis low(String title, List<Curve> curves) {
    return Axis.countFromZero(title, largest(curves, Curve::y), 2);
  }

  private static double largest(List<Curve> curves, Function<Curve, List<Double>> values) {
    return curves.stream()
        .flatMap(curve -> values.apply(curve).stream())
        .mapToDouble(value -> value)
        .max()
        .orElse(1);
  }

  private static List<Mark> stairs(List<Curve> curves, IntFunction<String> style) {
    List<Mark> marks = new ArrayList<>();
    curves.forEach(c -> marks.add(new Mark.Line(style.apply(marks.size()), true, c.x(), c.y())));
    return marks;
  }

  /**
   * Where the plot ends: a little after the last pool has stopped growing. A pool that takes
   * several times as long as the next slowest is cut, so that it does not compress all others.
   */
  private static double end(List<CellCurves> curves) {
    List<Double> full = curves.stream().map(CurveCharts::lastGrowth).sorted().toList();
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

  /** Whether the times of the requests are known. */
  public static boolean knowsRequests(CellCurves curves) {
    return !curves.curve(Curve.REQUESTS).x().isEmpty();
  }

  /**
   * Draws the rate of requests for sessions at the service over time.
   *
   * @param panel the panel
   * @param curves curves with known requests, one for each value of the panel, at least one
   */
  public static Chart requests(Panel panel, List<CellCurves> curves) {
    List<Curve> requests = all(curves, Curve.REQUESTS);
    // A window is at least as wide as the steps in which requests were recorded.
    double step = requests.stream().mapToDouble(each -> step(each.x())).max().orElse(1);
    double window = Math.max(step, largest(requests, Curve::x) / WINDOWS);
    List<Line> lines = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (Curve each : requests) {
      String name = curves.get(lines.size()).params().getOrDefault(panel.x().name(), "");
      Line line = line(name, lines.size(), each, window);
      double end = line.x().get(line.x().size() - 1);
      words.add(
          "%s %s until %s s"
              .formatted(name, Numbers.label(Collections.max(line.y())), Numbers.label(end)));
      lines.add(line);
    }
    Strip strip = Strip.around("Requests for sessions a second", REQUESTS_HEIGHT, true, lines);
    return NumbersChart.of("Time since start (s)", strip, 2, List.of())
        .draw(
            "requests-" + panel.id(),
            "Requests for sessions over time in " + panel.title(),
            "At most, in windows of %s s: %s."
                .formatted(Numbers.label(window / MILLIS_PER_SECOND), String.join("; ", words)));
  }

  private static double step(List<Double> millis) {
    return IntStream.range(1, millis.size())
        .mapToDouble(i -> millis.get(i) - millis.get(i - 1))
        .min()
        .orElse(1);
  }

  /** The requests that arrive in each window; those at the start are in the first window. */
  private static Line line(String name, int style, Curve requests, double window) {
    List<Double> seconds = new ArrayList<>();
    List<Double> rates = new ArrayList<>();
    double before = 0;
    int next = 0;
    for (int i = 1; next < requests.x().size(); i++) {
      double arrived = before;
      while (next < requests.x().size() && requests.x().get(next) <= i * window) {
        arrived = requests.y().get(next++);
      }
      seconds.add((i - 0.5) * window / MILLIS_PER_SECOND);
      rates.add((arrived - before) / window * MILLIS_PER_SECOND);
      before = arrived;
    }
    return new Line(name, style, style, Form.DOTS, seconds, rates);
  }
}
