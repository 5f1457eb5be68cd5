package dev.sessionbench.report.chart;

import dev.sessionbench.model.Curve;
import dev.sessionbench.results.CellCurves;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How long callers waited for a session.
 *
 * @param x the value of the parameter that tells the curves of a panel apart
 * @param points percentiles and the wait at each, ascending
 */
public record WaitCurve(String x, List<Point> points) {
  /** Of this percentage of callers, none waited longer than that. */
  record Point(double percentile, double millis) {}

  /** Copies the list. */
  public WaitCurve {
    points = List.copyOf(points);
  }

  /**
   * The whole distribution of one run.
   *
   * @param curve the run
   * @param axes what is along which dimension of other charts
   * @return its waits; nothing where none were recorded
   */
  public static Optional<WaitCurve> of(CellCurves curve, Axes axes) {
    List<Point> points = new ArrayList<>();
    curve.curve(Curve.ACQUIRE_WAIT).ifPresent(waits -> add(points, waits));
    return curve(axes.x(curve.key()).orElse(""), points);
  }

  /**
   * What the result file itself knows: median, 99th percentile and maximum, each the median over
   * the forks.
   *
   * @param point the cell
   * @return its waits; nothing where none were recorded
   */
  public static Optional<WaitCurve> of(CellPoint point) {
    List<Point> points = new ArrayList<>();
    add(points, 50, CellPoint.secondary(point.cell(), "acquireWaitP50"));
    add(points, 99, CellPoint.secondary(point.cell(), "acquireWaitP99"));
    add(points, 100, CellPoint.secondary(point.cell(), "acquireWaitMax"));
    return curve(point.x(), points);
  }

  private static Optional<WaitCurve> curve(String x, List<Point> points) {
    return points.size() < 2 ? Optional.empty() : Optional.of(new WaitCurve(x, points));
  }

  private static void add(List<Point> points, Curve waits) {
    for (int i = 0; i < waits.x().size(); i++) {
      if (waits.x().get(i) >= 0) {
        points.add(new Point(Math.min(100, waits.x().get(i)), waits.y().get(i)));
      }
    }
  }

  private static void add(List<Point> points, double percentile, OptionalDouble millis) {
    millis.ifPresent(value -> points.add(new Point(percentile, value)));
  }
}
