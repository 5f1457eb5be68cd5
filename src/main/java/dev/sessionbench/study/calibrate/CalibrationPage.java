package dev.sessionbench.study.calibrate;

import com.google.common.collect.Maps;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.report.chart.NumbersChart;
import dev.sessionbench.report.chart.NumbersChart.Form;
import dev.sessionbench.report.chart.NumbersChart.Line;
import dev.sessionbench.report.chart.NumbersChart.Strip;
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

  /** How far the bars of each number in flight stand beside those of the one before. */
  private static final double ASIDE = 0.6;

  /** The median and the range from p5 to p95 of each pair, a line for each number in flight. */
  public Chart chart() {
    Map<Pair, Times> pairs = calibration.pairs();
    List<Line> lines = new ArrayList<>();
    List<Mark> bars = new ArrayList<>();
    for (int inFlight : pairs.keySet().stream().map(Pair::inFlight).distinct().toList()) {
      int i = lines.size();
      Map<Pair, Times> some = Maps.filterKeys(pairs, pair -> pair.inFlight() == inFlight);
      List<Double> x = some.keySet().stream().map(pair -> (double) pair.sessions()).toList();
      List<Double> y = some.values().stream().map(times -> millis(times, 0.5)).toList();
      lines.add(new Line(inFlight + " in flight", i, i, Form.DOTS, x, y));
      some.forEach((pair, times) -> bars.add(bar(i, pair.sessions(), times)));
    }
    int last = pairs.keySet().stream().mapToInt(Pair::sessions).max().orElseThrow();
    double longest = pairs.values().stream().mapToDouble(t -> millis(t, 0.95)).max().orElseThrow();
    Strip strip = new Strip(Axis.fromZero("Time (ms)", longest, 4), HEIGHT, lines);
    return new NumbersChart("Sessions created", 1.05 * last, List.of(strip), bars, lines.size())
        .draw("cost-of-sessions", "Time of BatchCreateSessions by its sessions");
  }

  private static Mark bar(int i, int sessions, Times times) {
    double x = sessions + ASIDE * i;
    return new Mark.Whisker("bar c" + i, x, millis(times, 0.05), millis(times, 0.95));
  }

  private static double millis(Times times, double probability) {
    return times.quantile(probability) / Nanos.PER_MILLI;
  }

  List<String> findings() {
    return ProfileText.findings(calibration);
  }

  /** A whole HTML document, which is also well-formed XML. */
  public String render() {
    return Study.page("calibration.mustache", this, "");
  }
}
