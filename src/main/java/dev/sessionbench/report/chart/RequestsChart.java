package dev.sessionbench.report.chart;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.chart.NumbersChart.Form;
import dev.sessionbench.report.chart.NumbersChart.Line;
import dev.sessionbench.report.chart.NumbersChart.Strip;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The requests for sessions that arrive at the service over time, for a few values of a parameter:
 * how hard each hits it, and for how long.
 */
public final class RequestsChart {
  private static final int WINDOWS = 60;
  private static final int HEIGHT = 190;
  private static final double MILLIS_PER_SECOND = 1_000;

  private RequestsChart() {}

  /** Whether it was told when requests came. */
  public static boolean isKnown(CellCurves curves) {
    return !curves.curve(Curve.REQUESTS).x().isEmpty();
  }

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param curves those of which it is known, one for each value of the panel, at least one
   */
  public static Chart of(Panel panel, List<CellCurves> curves) {
    double end =
        curves.stream().map(RequestsChart::requests).mapToDouble(r -> last(r.x())).max().orElse(1);
    // No window is narrower than the steps in which requests were written down.
    double step = curves.stream().mapToDouble(each -> step(requests(each).x())).max().orElse(1);
    double window = Math.max(step, end / WINDOWS);
    List<Line> lines = new ArrayList<>();
    for (CellCurves each : curves) {
      String name = each.params().getOrDefault(panel.x().name(), "");
      lines.add(line(name, lines.size(), requests(each), window));
    }
    String words =
        lines.stream()
            .map(
                line ->
                    "%s %s until %s s"
                        .formatted(
                            line.name(),
                            Numbers.label(Collections.max(line.y())),
                            Numbers.label(last(line.x()))))
            .collect(Collectors.joining("; "));
    return NumbersChart.of(
            "Time since start (s)",
            Strip.around("Requests for sessions a second", HEIGHT, true, lines),
            2)
        .draw(
            "requests-" + panel.id(),
            "Requests for sessions over time in " + panel.title(),
            "At most, in windows of %s s: %s."
                .formatted(Numbers.label(window / MILLIS_PER_SECOND), words));
  }

  private static Curve requests(CellCurves curves) {
    return curves.curve(Curve.REQUESTS);
  }

  private static double step(List<Double> millis) {
    return IntStream.range(1, millis.size())
        .mapToDouble(i -> millis.get(i) - millis.get(i - 1))
        .min()
        .orElse(1);
  }

  private static double last(List<Double> values) {
    return values.get(values.size() - 1);
  }

  /** What arrives in each window, those at the start in the first. */
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
