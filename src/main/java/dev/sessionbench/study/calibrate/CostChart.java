package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.chart.Axis;
import dev.sessionbench.report.chart.Chart;
import dev.sessionbench.report.chart.Plot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The time of BatchCreateSessions against the sessions that it creates, a line for each number in
 * flight: what the fit says, and every request that was measured as a dot.
 */
public final class CostChart {
  private static final int HEIGHT = 290;

  private CostChart() {}

  /**
   * Draws a fit beside its data.
   *
   * @param fit the fit
   * @return the chart
   */
  public static Chart of(CostFit fit) {
    Map<Integer, List<MeasuredCall>> lines =
        fit.calls().stream()
            .filter(call -> WavePlan.TOGETHER.contains(fit.inFlight(call)))
            .collect(Collectors.groupingBy(fit::inFlight, TreeMap::new, Collectors.toList()));
    double longest =
        lines.values().stream()
            .flatMap(List::stream)
            .mapToDouble(call -> Math.max((double) call.nanos(), fitted(fit, call.created(), call)))
            .max()
            .orElse(1);
    double most = fit.calls().stream().mapToInt(MeasuredCall::created).max().orElse(1);
    StringBuilder body = new StringBuilder();
    Plot plot =
        new Plot(
            52,
            56,
            328,
            178,
            Axis.countFromZero("Sessions created", most, 5),
            Axis.fromZero("Time (ms)", longest / Nanos.PER_MILLI, 4),
            body);
    plot.drawAxes(true);
    plot.drawLegend("in flight", lines.keySet().stream().map(Object::toString).toList());
    List<String> words = new ArrayList<>();
    int style = 0;
    for (Map.Entry<Integer, List<MeasuredCall>> line : lines.entrySet()) {
      int inFlight = line.getKey();
      int colour = style++;
      double low = fit.fittedNanos(0, inFlight) / Nanos.PER_MILLI;
      double high = fit.fittedNanos(most, inFlight) / Nanos.PER_MILLI;
      line.getValue().forEach(call -> dot(plot, call, inFlight, colour));
      plot.path(
          Plot.joined(List.of(plot.place(0, low), plot.place(most, high))),
          "line d" + colour + " c" + colour);
      words.add(
          "%s in flight: %s to %s ms".formatted(inFlight, Numbers.label(low), Numbers.label(high)));
    }
    return new Chart(
        "cost-of-sessions",
        "Time of BatchCreateSessions against the sessions that it creates",
        "Fitted, from no session to the most: " + String.join("; ", words) + ".",
        HEIGHT,
        body.toString());
  }

  private static double fitted(CostFit fit, int sessions, MeasuredCall call) {
    return fit.fittedNanos(sessions, fit.inFlight(call));
  }

  private static void dot(Plot plot, MeasuredCall call, int inFlight, int colour) {
    double millis = call.nanos() / Nanos.PER_MILLI;
    plot.dot(
        plot.x(call.created()),
        plot.y(millis),
        2.2,
        "dot c" + colour,
        "%s sessions, %s in flight: %s ms"
            .formatted(call.created(), inFlight, Numbers.label(millis)));
  }
}
