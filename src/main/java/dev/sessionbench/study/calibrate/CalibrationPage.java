package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.study.Study;
import dev.sessionbench.study.calibrate.Calibration.Pair;
import dev.sessionbench.study.calibrate.Calibration.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The page that shows a calibration.
 *
 * @param name the name of the file on the page
 * @param calibration the calibration, with at least one pair
 */
public record CalibrationPage(String name, Calibration calibration) {
  private static final int HEIGHT = 178;

  /** The median and the range from p5 to p95 of each pair, a line for each number in flight. */
  public Chart chart() {
    Map<Pair, Times> pairs = calibration.pairs();
    List<Integer> levels = pairs.keySet().stream().map(Pair::inFlight).distinct().toList();
    List<Double> sizes =
        pairs.keySet().stream().map(pair -> (double) pair.sessions()).distinct().toList();
    double longest =
        pairs.values().stream().mapToDouble(times -> millis(times, 0.95)).max().orElse(1);
    List<Mark> marks = new ArrayList<>();
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < levels.size(); i++) {
      int inFlight = levels.get(i);
      String colour = " c" + i;
      // Shifted sideways, so that the bars do not overlap.
      double aside = Math.pow(1.06, i);
      List<Double> places = new ArrayList<>();
      List<Double> medians = new ArrayList<>();
      List<Mark> dots = new ArrayList<>();
      pairs.forEach(
          (pair, times) -> {
            if (pair.inFlight() == inFlight) {
              double x = pair.sessions() * aside;
              double median = millis(times, 0.5);
              double p95 = millis(times, 0.95);
              String title =
                  "%d sessions, %d in flight: p50 %s ms, p95 %s ms"
                      .formatted(
                          pair.sessions(), inFlight, Numbers.label(median), Numbers.label(p95));
              marks.add(new Mark.Whisker("bar" + colour, x, millis(times, 0.05), p95));
              dots.add(new Mark.Dot("dot" + colour, 2.2, x, median, title, ""));
              places.add(x);
              medians.add(median);
              sentences.add(title);
            }
          });
      marks.add(new Mark.Line(Chart.line(i), false, places, medians));
      marks.addAll(dots);
    }
    return new Chart(
        "cost-of-sessions",
        "Time of BatchCreateSessions by its sessions",
        String.join("; ", sentences) + ".",
        List.of(Chart.Legend.of("in flight", levels.stream().map(Object::toString).toList())),
        List.of(
            new Chart.Plot(
                Axis.logarithmicAt("Sessions created (log scale)", sizes),
                Axis.fromZero("Time (ms)", longest, 4),
                HEIGHT,
                marks)));
  }

  private static double millis(Times times, double probability) {
    return times.quantile(probability) / Nanos.PER_MILLI;
  }

  List<String> findings() {
    return ProfileText.findings(calibration);
  }

  /** A whole HTML document, which is also well-formed XML. */
  public String render() {
    return Study.page("calibration.mustache", this);
  }
}
