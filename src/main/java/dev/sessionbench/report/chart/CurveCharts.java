package dev.sessionbench.report.chart;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.text.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws how pools changed over time, with the curves of a few parameter values in one chart. */
public final class CurveCharts {
  private static final double BEYOND = 1.25;
  private static final double OUTLIER = 3;
  private static final int TALL = 150;
  private static final int LOW = 75;
  private static final int WAITS_HEIGHT = 178;
  private static final double LAST = 99.9;
  private static final Axis PERCENTILES =
      new Axis(
          "Percentile of callers",
          Axis.Scale.percentiles(LAST),
          Stream.concat(
                  Stream.of(0.0, 50.0, 90.0, 99.0, LAST).map(Axis.Tick::of),
                  Stream.of(new Axis.Tick(100, "max")))
              .toList());

  private CurveCharts() {}

  /**
   * Draws the pool's size, the sessions in use and the waiters, one below the other. For a load on
   * channels it draws these and the calls in progress.
   *
   * @param panel the panel
   * @param curves one for each value of the panel, in order, at least one
   */
  public static Chart growth(Panel panel, List<CellCurves> curves) {
    boolean ofChannels = !curves.get(0).curve(Curve.CHANNELS).x().isEmpty();
    double end = ofChannels ? largest(all(curves, Curve.IN_USE), Curve::x) : end(curves);
    String x = panel.x().name();
    List<String> values = values(panel, curves);
    List<Curve> sizes = all(curves, ofChannels ? Curve.CHANNELS : Curve.SESSIONS);
    List<Mark> total = stairs(sizes);
    String used = ofChannels ? "Calls in progress" : "Sessions in use";
    String held = ofChannels ? "Open channels" : "Sessions in the pool";
    Axis size = Axis.countFromZero(held, largest(sizes, Curve::y), 4);
    List<String> cut = new ArrayList<>();
    StringBuilder stopped = new StringBuilder();
    for (int i = 0; i < curves.size(); i++) {
      double last = lastGrowth(sizes.get(i));
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
            : stairs(waiting);
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
            new Chart.Plot(time, low(used, inUse), LOW, stairs(inUse)),
            new Chart.Plot(time, low("Callers waiting", waiting), LOW, waits)));
  }

  private static Axis low(String title, List<Curve> curves) {
    return Axis.countFromZero(title, largest(curves, Curve::y), 2);
  }

  private static double largest(List<Curve> curves, Function<Curve, List<Double>> values) {
    Stream<Double> all = curves.stream().flatMap(curve -> values.apply(curve).stream());
    return all.max(Comparator.naturalOrder()).orElse(1.0);
  }

  private static List<Mark> stairs(List<Curve> curves) {
    List<Mark> marks = new ArrayList<>();
    curves.forEach(c -> marks.add(new Mark.Line(Chart.line(marks.size()), true, c.x(), c.y())));
    return marks;
  }

  /**
   * Where the plot ends: a little after the last pool has stopped growing. A pool that takes
   * several times as long as the next slowest is cut, so that it does not compress the others.
   */
  private static double end(List<CellCurves> curves) {
    List<Double> full =
        all(curves, Curve.SESSIONS).stream().map(CurveCharts::lastGrowth).sorted().toList();
    double slowest = full.get(full.size() - 1);
    double next = full.size() > 2 ? full.get(full.size() - 2) : slowest;
    double end = (next > 0 && slowest > OUTLIER * next ? next : slowest) * BEYOND;
    return end > 0 ? end : largest(all(curves, Curve.SESSIONS), Curve::x);
  }

  private static double lastGrowth(Curve size) {
    List<Double> y = size.y();
    IntStream growths = IntStream.range(1, y.size()).filter(i -> y.get(i) > y.get(i - 1));
    return growths.mapToDouble(i -> size.x().get(i)).max().orElse(0);
  }

  private static List<Curve> all(List<CellCurves> cells, String name) {
    return cells.stream().map(cell -> cell.curve(name)).toList();
  }

  /** Whether waits for a session were recorded. */
  public static boolean knowsWaits(CellCurves run) {
    return run.curve(Curve.ACQUIRE_WAIT).x().size() > 1;
  }

  /**
   * Draws the wait for a session against the percentile: the longest wait of each percentage of
   * callers. Each further nine has the same width.
   *
   * @param panel the panel
   * @param runs runs with known waits, one for each value of the panel, in order, at least one
   */
  public static Chart waits(Panel panel, List<CellCurves> runs) {
    List<Curve> waits = all(runs, Curve.ACQUIRE_WAIT);
    List<String> values = values(panel, runs);
    List<Mark> marks = new ArrayList<>();
    List<String> longest = new ArrayList<>();
    for (Curve curve : waits) {
      int i = marks.size();
      marks.add(new Mark.Line(Chart.line(i), false, curve.x(), curve.y()));
      String most = Numbers.label(Collections.max(curve.y()));
      longest.add("%s %s: %s ms".formatted(panel.x().name(), values.get(i), most));
    }
    Axis millis = Axis.fromZero("Wait for a session (ms)", largest(waits, Curve::y), 4);
    return new Chart(
        "waits-" + panel.id(),
        "Waits for a session in " + panel.title(),
        "Longest wait: " + String.join("; ", longest) + ".",
        List.of(Chart.Legend.of(panel.x().name(), values)),
        List.of(new Chart.Plot(PERCENTILES, millis, WAITS_HEIGHT, marks)));
  }

  private static List<String> values(Panel panel, List<CellCurves> runs) {
    return runs.stream().map(run -> run.params().getOrDefault(panel.x().name(), "")).toList();
  }
}
