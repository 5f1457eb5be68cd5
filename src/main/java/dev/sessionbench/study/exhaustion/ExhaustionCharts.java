package dev.sessionbench.study.exhaustion;

import static dev.sessionbench.study.exhaustion.StudyResult.value;

import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.model.Curve;
import dev.sessionbench.report.chart.NumbersChart;
import dev.sessionbench.report.chart.NumbersChart.Form;
import dev.sessionbench.report.chart.NumbersChart.Line;
import dev.sessionbench.report.chart.NumbersChart.Strip;
import dev.sessionbench.study.diagnosis.Observed.Spread;
import dev.sessionbench.study.exhaustion.StudyResult.KindResult;
import dev.sessionbench.study.exhaustion.StudyResult.ScenarioResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Redraws the charts of the study of 2022.
 *
 * @param result the measurements
 */
record ExhaustionCharts(StudyResult result) {
  private static final double MILLIS_PER_SECOND = 1000;
  private static final int PERCENTILES = 3;
  private static final int HEIGHT = 180;

  /** Throughput and latencies, each by scenario. */
  List<Chart> byScenario() {
    return List.of(
        throughput(),
        latency("reads", ScenarioResult::read),
        latency("writes", ScenarioResult::write));
  }

  private Chart throughput() {
    Line measured = line("measured", 0, 0, ScenarioResult::throughput);
    Line predicted = line("predicted", 1, 1, s -> s.prediction().throughput());
    List<Line> lines = List.of(measured, predicted);
    return chart("throughput", "Throughput", "Transactions a second", false, lines, 2);
  }

  private Chart latency(String kind, Function<ScenarioResult, KindResult> of) {
    List<Line> lines = new ArrayList<>();
    add(lines, "API", 2, s -> of.apply(s).api());
    add(lines, "GFE", 1, s -> of.apply(s).gfe());
    add(lines, "end to end", 0, s -> of.apply(s).endToEnd());
    return chart("latency-" + kind, "Latency of " + kind, "Latency (ms)", true, lines, PERCENTILES);
  }

  private static Chart chart(
      String id, String title, String vertical, boolean logarithmic, List<Line> lines, int inRow) {
    Strip strip = Strip.around(vertical, HEIGHT, logarithmic, lines);
    return NumbersChart.of("Agents", strip, inRow).draw(id, title);
  }

  private void add(List<Line> lines, String name, int colour, Function<ScenarioResult, Spread> of) {
    lines.add(line(name + " p50", colour, 0, s -> value(of.apply(s), Spread::p50)));
    lines.add(line("p95", colour, 1, s -> value(of.apply(s), Spread::p95)));
    lines.add(line("p99", colour, 2, s -> value(of.apply(s), Spread::p99)));
  }

  private Line line(String name, int colour, int dash, ToDoubleFunction<ScenarioResult> value) {
    List<Double> x = result.scenarios().stream().map(s -> (double) s.agents().number()).toList();
    List<Double> y = result.scenarios().stream().map(value::applyAsDouble).toList();
    return new Line(name, colour, dash, Form.DOTS, x, y);
  }

  /** The sessions over the whole study. */
  Chart timeline() {
    List<Line> lines = new ArrayList<>();
    // In the order in which the study records them.
    List<String> names = List.of("in pool", "in use", "waiting");
    for (int i = 0; i < result.timeline().size(); i++) {
      Curve curve = result.timeline().get(i);
      List<Double> seconds = curve.x().stream().map(x -> x / MILLIS_PER_SECOND).toList();
      lines.add(new Line(names.get(i), i, 0, Form.STEPS, seconds, curve.y()));
    }
    Strip strip = Strip.around("Sessions, or transactions that wait", HEIGHT, false, lines);
    return NumbersChart.of("Time (s)", strip, lines.size()).draw("timeline", "Sessions over time");
  }
}
