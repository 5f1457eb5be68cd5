package dev.sessionbench.study.warmup;

import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.report.chart.NumbersChart;
import dev.sessionbench.report.chart.NumbersChart.Form;
import dev.sessionbench.report.chart.NumbersChart.Line;
import dev.sessionbench.report.chart.NumbersChart.Strip;
import dev.sessionbench.study.Study;
import dev.sessionbench.study.warmup.PoolSweep.PoolCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Pools that grow while a server warms up, as one page that needs no script and no network. */
final class PoolPage {
  private static final int TALL = 140;
  private static final int IN_ROW = 2;

  /** In which pools grow. */
  private static final double FIRST_SECONDS = 4;

  private static final double MILLIS_PER_SECOND = 1_000;

  private PoolPage() {}

  static Optional<String> render(PoolSweep sweep) {
    return Study.page(
        PoolSweep.class,
        "pools.mustache",
        Map.of(
            "note",
            sweep.note(),
            "charts",
            List.of(
                chart("Against a cold server", sweep, true, sweep.load().seconds()),
                chart("Against a warm server", sweep, false, sweep.load().seconds()),
                chart("The first seconds, cold", sweep, true, FIRST_SECONDS),
                chart("The first seconds, warm", sweep, false, FIRST_SECONDS)),
            "table",
            sweep.table().html()));
  }

  private static Chart chart(String title, PoolSweep sweep, boolean cold, double endSeconds) {
    List<Line> sessions = new ArrayList<>();
    List<Line> rates = new ArrayList<>();
    int windows = (int) (endSeconds / sweep.load().windowSeconds());
    List<Double> middles =
        IntStream.range(0, windows)
            .mapToObj(i -> (i + 0.5) * sweep.load().windowSeconds())
            .toList();
    for (PoolCell cell : sweep.drawn(cold)) {
      int style = rates.size();
      List<Double> grown = cell.sessions().x().stream().map(x -> x / MILLIS_PER_SECOND).toList();
      sessions.add(new Line(cell.name(), style, style, Form.STEPS, grown, cell.sessions().y()));
      List<Double> ended = cell.perSecond().subList(0, windows);
      rates.add(new Line(cell.name(), style, style, Form.JOINED, middles, ended));
    }
    // Ended alike, so that the charts can be compared.
    double mostSessions = sweep.cells().stream().mapToInt(PoolCell::sessionsAtEnd).max().orElse(1);
    double mostPerSecond =
        sweep.cells().stream()
            .flatMap(cell -> cell.perSecond().stream())
            .mapToDouble(rate -> rate)
            .max()
            .orElse(1);
    return new NumbersChart(
            "Seconds since the start of the load",
            endSeconds,
            List.of(
                new Strip("Sessions in the pool", TALL, false, 0, mostSessions, sessions),
                new Strip("Operations a second", TALL, false, 0, mostPerSecond, rates)),
            List.of(),
            List.of(),
            IN_ROW)
        .draw(title.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-"), title);
  }
}
