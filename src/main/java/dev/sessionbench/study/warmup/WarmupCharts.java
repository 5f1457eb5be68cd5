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
 * Draws the rounds as in the published study, side by side on equal axes.
 *
 * @param result the outcome of the study
 */
record WarmupCharts(WarmupResult result) {
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

  private Chart round(Round round) {
    CallSeries requests = round.series(CallSeries.REQUESTS);
    CallSeries operations = round.series(CallLog.OPERATION);
    double mostRequests = values(CallSeries.REQUESTS, CallSeries::perSecond).max().orElse(1);
    double least =
        values(CallLog.OPERATION, CallSeries::p50Millis).filter(v -> v > 0).min().orElse(1);
    double most = values(CallLog.OPERATION, CallSeries::p99Millis).max().orElse(1);
    double mostSplits = result.rounds().stream().mapToInt(Round::splitsAtEnd).max().orElse(1);
    List<Strip> strips =
        List.of(
            new Strip(
                Axis.fromZero("Requests a second", mostRequests, 4),
                TALL,
                List.of(line(round, requests.name(), 0, requests.perSecond()))),
            new Strip(
                Axis.logarithmic("Latency of operations (ms), log scale", least, most),
                TALL,
                List.of(
                    line(round, "99th percentile", 0, operations.p99Millis()),
                    line(round, "median", 1, operations.p50Millis()))),
            new Strip(Axis.fromZero("Splits", mostSplits, 4), LOW, List.of(splits(round))));
    double end = result.load().seconds();
    double truth = round.truthSeconds();
    double said = round.stability().seconds();
    Chart.Key steady = new Chart.Key("bar d0 c1", "server steady: " + seconds(truth));
    Chart.Key client = new Chart.Key("bar d1 c2", "client says so: " + seconds(said));
    // A time that is not known, or not within the round, is not drawn.
    List<Mark> rules =
        Stream.of(new Mark.Rule(steady.style(), truth), new Mark.Rule(client.style(), said))
            .filter(rule -> rule.x() >= 0 && rule.x() <= end)
            .map(Mark.class::cast)
            .toList();
    return new NumbersChart("Seconds since the start of the round", end, strips, rules, ROUNDS)
        .draw(
            round.name().replace(' ', '-'),
            round.name(),
            WarmupResult.sentence(round),
            steady,
            client);
  }

  private static Line line(Round round, String name, int style, List<Double> y) {
    // A value belongs to the middle of its window.
    List<Double> x =
        IntStream.range(0, y.size()).mapToObj(i -> (i + 0.5) * round.windowSeconds()).toList();
    return new Line(name, style, style, Form.JOINED, x, y);
  }

  private static String seconds(double value) {
    return Double.isNaN(value) ? "never" : String.format(Locale.ROOT, "%.1f s", value);
  }

  /** The number of splits over time, as the edges of a staircase. */
  private static Line splits(Round round) {
    List<Double> x = new ArrayList<>(List.of(0.0));
    List<Double> y = new ArrayList<>(List.of((double) round.splitsAtStart()));
    for (Round.Division division : round.divisions()) {
      x.add(division.end());
      y.add((double) division.splits());
    }
    x.add(round.seconds());
    y.add((double) round.splitsAtEnd());
    return new Line("", 0, 0, Form.STEPS, x, y);
  }

  /** The values of a series in all rounds. */
  private DoubleStream values(String name, Function<CallSeries, List<Double>> values) {
    return result.rounds().stream()
        .flatMap(round -> values.apply(round.series(name)).stream())
        .filter(Double::isFinite)
        .mapToDouble(value -> value);
  }
}
