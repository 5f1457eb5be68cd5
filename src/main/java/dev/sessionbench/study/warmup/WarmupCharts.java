package dev.sessionbench.study.warmup;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.chart.NumbersChart;
import dev.sessionbench.report.chart.NumbersChart.Form;
import dev.sessionbench.report.chart.NumbersChart.Line;
import dev.sessionbench.report.chart.NumbersChart.Strip;
import dev.sessionbench.study.warmup.CallLog.CallSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
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
  private static final List<String> MOMENTS = List.of("server steady: ", "client says so: ");

  /** The control round and the others, in one row of a legend. */
  private static final int ROUNDS = 4;

  /**
   * A chart for each round: requests, latency and splits, marking when the server was warm and when
   * the client knew it.
   */
  List<Chart> rounds() {
    return result.rounds().stream().map(this::round).toList();
  }

  private Chart round(Round round) {
    Function<Round, Stream<Line>> rate =
        r -> Stream.of(line("", 0, r, r.series(CallSeries.REQUESTS).perSecond()));
    Function<Round, Stream<Line>> latencies =
        r -> {
          CallSeries operations = r.series(CallLog.OPERATION);
          return Stream.of(
              line("99th percentile", 0, r, operations.p99Millis()),
              line("median", 1, r, operations.p50Millis()));
        };
    List<Strip> strips =
        List.of(
            shared("Requests a second", TALL, false, round, rate),
            shared("Latency of operations (ms)", TALL, true, round, latencies),
            shared("Splits", LOW, false, round, r -> Stream.of(splits(r))));
    String text = WarmupResult.sentence(round);
    double said = round.stability().seconds();
    return chart(id(round.name()), round.name(), text, strips, round.truthSeconds(), said);
  }

  /** A strip of one round, whose axis ends where the lines of all rounds do. */
  private Strip shared(
      String title,
      int height,
      boolean logarithmic,
      Round round,
      Function<Round, Stream<Line>> lines) {
    List<Line> all = result.rounds().stream().flatMap(lines).toList();
    Axis axis = Strip.around(title, height, logarithmic, all).axis();
    return new Strip(axis, height, lines.apply(round).toList());
  }

  private Chart chart(
      String id, String title, String description, List<Strip> strips, double... moments) {
    List<Mark> rules = new ArrayList<>();
    List<Chart.Key> keys = new ArrayList<>();
    for (int i = 0; i < moments.length; i++) {
      String style = "bar d%d c%d".formatted(i, i + 1);
      if (!Double.isNaN(moments[i])) {
        rules.add(new Mark.Rule(style, moments[i]));
      }
      keys.add(new Chart.Key(style, MOMENTS.get(i) + seconds(moments[i])));
    }
    return new NumbersChart(TIME, result.load().seconds(), strips, rules, ROUNDS)
        .draw(id, title, description, keys.toArray(new Chart.Key[0]));
  }

  private static String seconds(double value) {
    return Double.isNaN(value) ? "never" : Numbers.oneDecimal(value) + " s";
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
    List<Strip> strips =
        List.of(
            Strip.around("Requests a second", TALL, false, lines(name, CallSeries::perSecond)),
            Strip.around("99th percentile (ms)", TALL, true, lines(name, CallSeries::p99Millis)));
    String text = "Requests a second and their 99th percentile, a line for each round.";
    return chart("method-" + id(name), name, text, strips);
  }

  private List<Line> lines(String name, Function<CallSeries, List<Double>> values) {
    List<Line> lines = new ArrayList<>();
    for (Round round : result.rounds()) {
      round.series().stream()
          .filter(series -> series.name().equals(name))
          .map(values)
          .forEach(y -> lines.add(line(round.name(), lines.size(), round, y)));
    }
    return lines;
  }

  private static Line line(String name, int style, Round round, List<Double> y) {
    // A value belongs to the middle of its window.
    List<Double> x =
        IntStream.range(0, y.size()).mapToObj(i -> (i + 0.5) * round.windowSeconds()).toList();
    return new Line(name, style, style, Form.JOINED, x, y);
  }

  private static String id(String name) {
    return name.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  /** The number of splits over time. */
  private static Line splits(Round round) {
    List<Double> x = new ArrayList<>(List.of(0.0));
    List<Double> y = new ArrayList<>(List.of((double) round.splitsAtStart()));
    for (Round.Division division : round.divisions()) {
      x.add(division.end());
      y.add((double) division.splits());
    }
    x.add(round.seconds());
    y.add(y.get(y.size() - 1));
    return new Line("", 0, 0, Form.STEPS, x, y);
  }
}
