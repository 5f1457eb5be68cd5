package dev.sessionbench.study.warmup;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.report.chart.NumbersChart;
import dev.sessionbench.report.chart.NumbersChart.Form;
import dev.sessionbench.report.chart.NumbersChart.Line;
import dev.sessionbench.report.chart.NumbersChart.Strip;
import dev.sessionbench.study.warmup.CallLog.CallSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Draws the rounds as in the published study, side by side on equal axes, and each method over all
 * rounds.
 *
 * @param result the outcome of the study
 */
record WarmupCharts(WarmupResult result) {
  private static final String TIME = "Seconds since the start of the round";
  private static final int TALL = 110;
  private static final int LOW = 60;

  /** The control round and the others, in one row of a legend. */
  private static final int ROUNDS = 4;

  /**
   * A chart for each round: requests, latency and splits, marking when the server was warm and when
   * the client knew it.
   */
  List<Chart> rounds() {
    return result.rounds().stream().map(this::round).toList();
  }

  /** A marked time; not drawn unless it lies within the round. */
  private record Moment(String style, String name, double x) {}

  private Chart round(Round round) {
    CallSeries operations = round.series(CallLog.OPERATION);
    List<Double> windows = windows(round);
    double truth = round.truthSeconds();
    double said = round.stability().seconds();
    double mostSplits = result.rounds().stream().mapToInt(Round::splitsAtEnd).max().orElse(1);
    return chart(
        id(round.name()),
        round.name(),
        WarmupResult.sentence(round),
        List.of(
            rates(
                CallSeries.REQUESTS,
                line("", 0, windows, round.series(CallSeries.REQUESTS).perSecond())),
            latencies(
                "Latency of operations (ms)",
                CallLog.OPERATION,
                line("99th percentile", 0, windows, operations.p99Millis()),
                line("median", 1, windows, operations.p50Millis())),
            new Strip(Axis.fromZero("Splits", mostSplits, 4), LOW, List.of(splits(round)))),
        new Moment("bar d0 c1", "server steady: " + seconds(truth), truth),
        new Moment("bar d1 c2", "client says so: " + seconds(said), said));
  }

  private Chart chart(
      String id, String title, String description, List<Strip> strips, Moment... moments) {
    double end = result.load().seconds();
    List<Mark> rules = new ArrayList<>();
    for (Moment moment : moments) {
      if (moment.x >= 0 && moment.x <= end) {
        rules.add(new Mark.Rule(moment.style, moment.x));
      }
    }
    Chart.Key[] keys =
        Stream.of(moments).map(m -> new Chart.Key(m.style, m.name)).toArray(Chart.Key[]::new);
    return new NumbersChart(TIME, end, strips, rules, ROUNDS).draw(id, title, description, keys);
  }

  private Strip rates(String name, Line... lines) {
    double most = shown(name, CallSeries::perSecond).max().orElse(1);
    return new Strip(Axis.fromZero("Requests a second", most, 4), TALL, List.of(lines));
  }

  private Strip latencies(String title, String name, Line... lines) {
    double least = shown(name, CallSeries::p50Millis).filter(v -> v > 0).min().orElse(1);
    double most = shown(name, CallSeries::p99Millis).max().orElse(1);
    Axis axis = Axis.logarithmic(title + ", log scale", least, most);
    return new Strip(axis, TALL, List.of(lines));
  }

  private static Line line(String name, int style, List<Double> x, List<Double> y) {
    return new Line(name, style, style, Form.JOINED, x, y);
  }

  private static String seconds(double value) {
    return Double.isNaN(value) ? "never" : String.format(Locale.ROOT, "%.1f s", value);
  }

  /** A chart for each method: its rate and its 99th percentile, a line for each round. */
  List<Chart> methods() {
    return result.rounds().stream()
        .limit(1)
        .flatMap(round -> round.series().stream())
        .map(CallSeries::name)
        .filter(name -> !name.equals(CallLog.OPERATION) && !name.equals(CallSeries.REQUESTS))
        .map(this::method)
        .toList();
  }

  private Chart method(String name) {
    return chart(
        "method-" + id(name),
        name,
        "Requests a second and their 99th percentile, a line for each round.",
        List.of(
            rates(name, lines(name, CallSeries::perSecond)),
            latencies("99th percentile (ms)", name, lines(name, CallSeries::p99Millis))));
  }

  private Line[] lines(String name, Function<CallSeries, List<Double>> values) {
    List<Round> rounds = result.rounds().stream().filter(round -> round.has(name)).toList();
    Line[] lines = new Line[rounds.size()];
    for (int i = 0; i < lines.length; i++) {
      Round round = rounds.get(i);
      lines[i] = line(round.name(), i, windows(round), values.apply(round.series(name)));
    }
    return lines;
  }

  private static String id(String name) {
    return name.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  private static List<Double> windows(Round round) {
    // A value belongs to the middle of its window.
    return IntStream.range(0, round.series(CallLog.OPERATION).perSecond().size())
        .mapToObj(i -> (i + 0.5) * round.windowSeconds())
        .toList();
  }

  /** The number of splits over time, as the edges of a staircase. */
  private static Line splits(Round round) {
    List<Double> x = new ArrayList<>(List.of(0.0));
    List<Double> y = new ArrayList<>(List.of((double) round.splitsAtStart()));
    for (Round.Division division : round.divisions()) {
      x.add(division.end());
      y.add(y.get(y.size() - 1));
      x.add(division.end());
      y.add((double) division.splits());
    }
    x.add(round.seconds());
    y.add(y.get(y.size() - 1));
    return line("", 0, x, y);
  }

  private DoubleStream shown(String name, Function<CallSeries, List<Double>> values) {
    return result.rounds().stream()
        .filter(round -> round.has(name))
        .flatMap(round -> values.apply(round.series(name)).stream())
        .filter(Double::isFinite)
        .mapToDouble(value -> value);
  }
}
