package dev.sessionbench.study.calibrate;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.report.html.ReportPage;
import dev.sessionbench.study.calibrate.Calibration.Pair;
import dev.sessionbench.study.calibrate.Calibration.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page of a calibration: what was measured. */
public final class CalibrationPage {
  private static final int HEIGHT = 178;
  private static final Template TEMPLATE =
      Mustache.compiler()
          .withEscaper(Escape::markup)
          .compile(Resource.text(CalibrationPage.class, "calibration.mustache"));

  private CalibrationPage() {}

  /**
   * The median and the range from p5 to p95 of each pair, a line for each number in flight.
   *
   * @param calibration at least one pair
   * @return the chart
   */
  public static Chart chart(Calibration calibration) {
    Map<Pair, Times> pairs = calibration.pairs();
    List<Integer> levels = pairs.keySet().stream().map(Pair::inFlight).distinct().toList();
    List<Double> sizes =
        pairs.keySet().stream().map(pair -> (double) pair.sessions()).distinct().toList();
    double longest =
        pairs.values().stream().mapToDouble(times -> millis(times, 0.95)).max().orElse(1);
    List<Mark> marks = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (int i = 0; i < levels.size(); i++) {
      int inFlight = levels.get(i);
      String colour = " c" + i;
      // Beside one another, so that bars can be told apart.
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
              words.add(title);
            }
          });
      marks.add(new Mark.Line(Chart.line(i), false, places, medians));
      marks.addAll(dots);
    }
    return new Chart(
        "cost-of-sessions",
        "Time of BatchCreateSessions by its sessions",
        String.join("; ", words) + ".",
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

  /**
   * Writes the page.
   *
   * @param name how the page calls the file
   * @param calibration at least one pair
   * @return a whole HTML document, which is well-formed XML too
   */
  public static String render(String name, Calibration calibration) {
    return TEMPLATE.execute(
        Map.of(
            "name",
            Escape.terminal(name),
            "style",
            Resource.text(ReportPage.class, "page.css") + Chart.style(),
            "server",
            Escape.terminal(calibration.server()),
            "database",
            Escape.terminal(calibration.database()),
            "startedAt",
            Escape.terminal(calibration.startedAt()),
            "svg",
            chart(calibration).inline(),
            "findings",
            ProfileText.findings(calibration).stream().map(Escape::terminal).toList()));
  }
}
