package dev.sessionbench.study.exhaustion;

import static dev.sessionbench.study.exhaustion.StudyResult.value;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.chart.NumbersChart;
import dev.sessionbench.report.chart.NumbersChart.Form;
import dev.sessionbench.report.chart.NumbersChart.Line;
import dev.sessionbench.report.chart.NumbersChart.Strip;
import dev.sessionbench.study.diagnosis.ClosedLoop;
import dev.sessionbench.study.diagnosis.Observed.Spread;
import dev.sessionbench.study.exhaustion.StudyResult.KindResult;
import dev.sessionbench.study.exhaustion.StudyResult.ScenarioResult;
import dev.sessionbench.study.exhaustion.TraceSummary.Waterfall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Redraws the charts of the study of 2022.
 *
 * @param result the measurements
 */
record ExhaustionCharts(StudyResult result) {
  private static final String AGENTS = "Agents";
  private static final String LATENCY = "Latency (ms)";
  private static final int PERCENTILES = 3;
  private static final int HEIGHT = 180;

  /** Throughput, latencies, and a comparison of the two loops, each by scenario. */
  List<Chart> byScenario() {
    List<Chart> charts = new ArrayList<>();
    charts.add(throughput());
    charts.add(latency("reads", ScenarioResult::read));
    charts.add(latency("writes", ScenarioResult::write));
    if (hasOpen()) {
      charts.add(loops());
    }
    return charts;
  }

  private Chart throughput() {
    List<Line> lines =
        List.of(
            line("measured", 0, 0, false, ScenarioResult::throughput),
            line("predicted", 1, 1, false, s -> s.predicted(ClosedLoop::throughput)));
    return chart("throughput", "Throughput", "Transactions a second", false, lines, 2);
  }

  private Chart latency(String kind, Function<ScenarioResult, KindResult> of) {
    List<Line> lines = new ArrayList<>();
    add(lines, "API", 2, s -> of.apply(s).api());
    add(lines, "GFE", 1, s -> of.apply(s).gfe());
    add(lines, "end to end", 0, s -> of.apply(s).endToEnd());
    return chart("latency-" + kind, "Latency of " + kind, LATENCY, true, lines, PERCENTILES);
  }

  private static Chart chart(
      String id, String title, String vertical, boolean logarithmic, List<Line> lines, int inRow) {
    Strip strip = Strip.around(vertical, HEIGHT, logarithmic, lines);
    return NumbersChart.of(AGENTS, strip, inRow, List.of()).draw(id, title);
  }

  private void add(
      List<Line> lines, String name, int colour, Function<ScenarioResult, @Nullable Spread> of) {
    lines.add(line(name + " p50", colour, 0, false, s -> value(of.apply(s), Spread::p50)));
    lines.add(line("p95", colour, 1, false, s -> value(of.apply(s), Spread::p95)));
    lines.add(line("p99", colour, 2, false, s -> value(of.apply(s), Spread::p99)));
  }

  private Chart loops() {
    List<Line> lines =
        List.of(
            line("closed p50", 0, 0, false, s -> s.read().endToEnd().p50()),
            line("p99", 0, 2, false, s -> s.read().endToEnd().p99()),
            line("open p50", 3, 0, true, s -> s.read().sinceIntended().p50()),
            line("p99", 3, 2, true, s -> s.read().sinceIntended().p99()));
    return chart("loops", "Reads in the closed and in the open loop", LATENCY, true, lines, 2);
  }

  private Line line(
      String name, int colour, int dash, boolean open, ToDoubleFunction<ScenarioResult> value) {
    List<ScenarioResult> scenarios = result.loop(open);
    List<Double> x = scenarios.stream().map(s -> (double) s.agents().number()).toList();
    List<Double> y = scenarios.stream().map(value::applyAsDouble).toList();
    return new Line(name, colour, dash, Form.DOTS, x, y);
  }

  /** The sessions over the whole study, including its pauses. */
  Chart timeline() {
    List<Line> lines = new ArrayList<>();
    // In the order in which the study records them.
    List<String> names = List.of("in pool", "in use", "waiting");
    for (int i = 0; i < result.timeline().size(); i++) {
      Curve curve = result.timeline().get(i);
      List<Double> seconds = curve.x().stream().map(x -> x / Nanos.MILLIS_PER_SECOND).toList();
      lines.add(new Line(names.get(i), i, 0, Form.STEPS, seconds, curve.y()));
    }
    Strip strip = Strip.around("Sessions, or transactions that wait", HEIGHT, false, lines);
    List<Axis.Tick> ticks = strip.axis().ticks();
    double top = ticks.get(ticks.size() - 1).value();
    List<Mark> pauses = new ArrayList<>();
    for (List<Double> pause : result.idle()) {
      double middle = (pause.get(0) + pause.get(1)) / 2;
      pause.forEach(at -> pauses.add(new Mark.Rule("leader", at)));
      pauses.add(new Mark.Note("tick middle", middle, top, 0, 12, "pause"));
    }
    return NumbersChart.of("Time (s)", strip, lines.size(), pauses)
        .draw("timeline", "Sessions over time");
  }

  /** A fast transaction and a starved one, if there are traces of them. */
  List<Chart> waterfalls() {
    TraceSummary traces = result.traces();
    return Stream.concat(
            waterfall("fast", "A write that did not wait", traces.fast()),
            waterfall("starved", "The write that waited longest", traces.starvedExample()))
        .toList();
  }

  boolean hasWaterfalls() {
    return !waterfalls().isEmpty();
  }

  boolean hasOpen() {
    return !result.loop(true).isEmpty();
  }

  private static Stream<Chart> waterfall(String id, String title, @Nullable Waterfall trace) {
    if (trace == null) {
      return Stream.empty();
    }
    int rows = trace.bars().size();
    double end = trace.bars().stream().mapToDouble(bar -> bar.toMillis()).max().orElse(1);
    List<Mark> marks = new ArrayList<>();
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      Waterfall.Bar bar = trace.bars().get(i);
      String name = bar.name().replace("CloudSpanner", "");
      String text =
          "%s %%s %s to %s ms"
              .formatted(name, Numbers.label(bar.fromMillis()), Numbers.label(bar.toMillis()));
      sentences.add(text.formatted("from"));
      String style = bar.name().equals(TraceSummary.WAIT) ? "dot c1" : "dot c0";
      double low = rows - i - 0.8;
      double high = rows - i - 0.5;
      double from = bar.fromMillis();
      double to = bar.toMillis();
      marks.add(new Mark.Box(style, from, to, low, high, text.formatted(","), "", ""));
      boolean right = from > end / 2;
      String side = right ? "tick end" : "tick start";
      String label = name + " " + Numbers.label(to - from);
      marks.add(new Mark.Note(side, right ? to : from, high, 0, -4, label));
    }
    Axis none = new Axis("", Axis.Scale.linear(0, rows), List.of());
    Axis time = Axis.cutAt("Time (ms)", end, 5);
    List<Chart.Plot> plot = List.of(new Chart.Plot(time, none, 30.0 * rows, marks));
    String heading = "%s (scenario %d)".formatted(title, trace.scenario());
    String text = String.join("; ", sentences) + ".";
    return Stream.of(new Chart("trace-" + id, heading, text, List.of(), plot));
  }
}
