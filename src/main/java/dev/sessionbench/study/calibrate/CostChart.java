package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.text.Numbers;
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
  private static final int HEIGHT = 178;

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
    List<Mark> marks = new ArrayList<>();
    List<String> words = new ArrayList<>();
    int colour = 0;
    for (Map.Entry<Integer, List<MeasuredCall>> line : lines.entrySet()) {
      int inFlight = line.getKey();
      double low = fit.fittedNanos(0, inFlight) / Nanos.PER_MILLI;
      double high = fit.fittedNanos(most, inFlight) / Nanos.PER_MILLI;
      for (MeasuredCall call : line.getValue()) {
        marks.add(dot(call, inFlight, colour));
      }
      marks.add(new Mark.Line(Chart.line(colour++), false, List.of(0.0, most), List.of(low, high)));
      words.add(
          "%s in flight: %s to %s ms".formatted(inFlight, Numbers.label(low), Numbers.label(high)));
    }
    return new Chart(
        "cost-of-sessions",
        "Time of BatchCreateSessions against the sessions that it creates",
        "Fitted, from no session to the most: " + String.join("; ", words) + ".",
        List.of(
            Chart.Legend.of("in flight", lines.keySet().stream().map(Object::toString).toList())),
        List.of(
            new Chart.Plot(
                Axis.countFromZero("Sessions created", most, 5),
                Axis.fromZero("Time (ms)", longest / Nanos.PER_MILLI, 4),
                HEIGHT,
                marks)));
  }

  private static double fitted(CostFit fit, int sessions, MeasuredCall call) {
    return fit.fittedNanos(sessions, fit.inFlight(call));
  }

  private static Mark dot(MeasuredCall call, int inFlight, int colour) {
    double millis = call.nanos() / Nanos.PER_MILLI;
    String title =
        "%s sessions, %s in flight: %s ms"
            .formatted(call.created(), inFlight, Numbers.label(millis));
    return new Mark.Dot("dot c" + colour, 2.2, call.created(), millis, title, "");
  }
}
