package dev.sessionbench.study.warmup;

import com.google.common.collect.Lists;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.split.SplitOptions;
import dev.sessionbench.report.chart.NumbersChart;
import dev.sessionbench.report.chart.NumbersChart.Form;
import dev.sessionbench.report.chart.NumbersChart.Line;
import dev.sessionbench.report.chart.NumbersChart.Strip;
import dev.sessionbench.study.Study;
import dev.sessionbench.study.warmup.CallLog.CallSeries;
import dev.sessionbench.study.warmup.VirtualRounds.GrowingPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The first minute of a load on pools of several shapes, against a server whose splits have still
 * to form and against one that has them, in virtual time. The server splits as soon as with the
 * default settings, so that its times and those of creating sessions are to scale.
 *
 * @param load what is played: the study's, with more agents who pause longer, so that a warm server
 *     needs a small part of the sessions
 * @param perSecond operations a second that the load makes of a server without queues
 * @param sessionsNeeded how many sessions those hold on average, by Little's law
 * @param cells each shape against each server
 * @param environment with what it was played
 */
public record PoolSweep(
    WarmupLoad load,
    double perSecond,
    double sessionsNeeded,
    List<PoolCell> cells,
    Environment environment)
    implements Study {
  private static final List<Integer> MIN_SESSIONS = List.of(0, 25, 100);
  private static final List<Integer> MAX_SESSIONS = List.of(50, 100, 400);
  private static final List<Integer> INC_STEPS = List.of(1, 25, 100);
  private static final int CHANNELS = 4;
  private static final double SECONDS = 60;
  private static final double WINDOW_SECONDS = 0.5;
  private static final int MORE_AGENTS = 4;
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final int TALL = 140;
  private static final int IN_ROW = 2;

  /** In which pools grow. */
  private static final double FIRST_SECONDS = 4;

  /** Shapes that are drawn: three steps, and a pool that cannot grow far. */
  private static final List<String> DRAWN =
      List.of("25/400/1", "25/400/25", "25/400/100", "25/50/25");

  /**
   * Plays all.
   *
   * @param options the study of which the load and the server are taken
   * @throws IllegalArgumentException if there would be too many agents
   */
  public static PoolSweep play(WarmupOptions options) {
    WarmupLoad study = options.load();
    WarmupLoad load =
        study.with(
            builder ->
                builder
                    .agents(MORE_AGENTS * study.agents())
                    .thinkMillis(MORE_AGENTS * study.thinkMillis())
                    .heavySeconds(Math.min(study.heavySeconds(), SECONDS / 2))
                    .seconds(SECONDS)
                    .windowSeconds(WINDOW_SECONDS));
    SplitOptions cold =
        options
            .splits()
            .faster(options.splits().heldNanos() / (double) SplitOptions.defaults().heldNanos());
    List<PoolCell> cells = new ArrayList<>();
    SplitOptions warm = cold.withInitialSplits(options.preSplit());
    for (List<Integer> sizes : Lists.cartesianProduct(MIN_SESSIONS, MAX_SESSIONS, INC_STEPS)) {
      if (sizes.get(0) <= sizes.get(1)) {
        PoolShape shape = new PoolShape(sizes.get(0), sizes.get(1), sizes.get(2), CHANNELS);
        cells.add(cell(options, load, shape, cold, true));
        cells.add(cell(options, load, shape, warm, false));
      }
    }
    double perSecond = load.operationsPerSecond(options.server().latencies());
    // Who does not pause holds a session: N = X (Z + R).
    double needed = load.agents() - perSecond * load.thinkMillis() / MILLIS_PER_SECOND;
    return new PoolSweep(load, perSecond, needed, List.copyOf(cells), WarmupResult.here());
  }

  private static PoolCell cell(
      WarmupOptions options, WarmupLoad load, PoolShape shape, SplitOptions splits, boolean cold) {
    MockServerOptions server =
        options.server().withSplits(Optional.of(splits)).withSeed(load.seed());
    VirtualRounds rounds = new VirtualRounds(server);
    GrowingPool pool = rounds.share(shape);
    long startNanos = rounds.nowNanos();
    Round round = rounds.play("minute", load);
    CallSeries minute =
        CallSeries.find(rounds.log().series(startNanos, load.nanos(), 1), CallLog.OPERATION);
    return new PoolCell(
        shape,
        cold,
        pool.curve(startNanos, startNanos + load.nanos()),
        round.series(CallLog.OPERATION).perSecond(),
        Math.round(minute.perSecond().get(0) * SECONDS),
        minute.p99Millis().get(0),
        round.divisions().stream().mapToDouble(Round.Division::end).min().orElse(Double.NaN),
        pool.requests());
  }

  /** What the table is of, and what to hold against it. */
  public String note() {
    return "%s agents pause for %s ms on average, in the %s loop: of a warm server they ask %s operations a second, which need %s sessions (rate x time held)."
        .formatted(
            load.agents(),
            Numbers.label(load.thinkMillis()),
            load.loop(),
            Numbers.label(perSecond),
            Numbers.label(Math.ceil(sessionsNeeded)));
  }

  @Override
  public String text() {
    return note() + "\n\n" + table().render();
  }

  @Override
  public Optional<String> page() {
    return Optional.of(Study.page("pools.mustache", this));
  }

  List<Chart> charts() {
    return List.of(
        chart("Against a cold server", true, load.seconds()),
        chart("Against a warm server", false, load.seconds()),
        chart("The first seconds, cold", true, FIRST_SECONDS),
        chart("The first seconds, warm", false, FIRST_SECONDS));
  }

  private Chart chart(String title, boolean cold, double endSeconds) {
    List<Line> sessions = new ArrayList<>();
    List<Line> rates = new ArrayList<>();
    int windows = (int) (endSeconds / load.windowSeconds());
    List<Double> middles =
        IntStream.range(0, windows).mapToObj(i -> (i + 0.5) * load.windowSeconds()).toList();
    for (String name : DRAWN) {
      PoolCell cell = cell(name, cold);
      int style = rates.size();
      List<Double> grown = cell.sessions().x().stream().map(x -> x / MILLIS_PER_SECOND).toList();
      sessions.add(new Line(name, style, style, Form.STEPS, grown, cell.sessions().y()));
      List<Double> ended = cell.perSecond().subList(0, windows);
      rates.add(new Line(name, style, style, Form.JOINED, middles, ended));
    }
    // Ended alike, so that the charts can be compared.
    double mostSessions = most(cell -> Stream.of((double) cell.sessionsAtEnd()));
    double mostPerSecond = most(cell -> cell.perSecond().stream());
    List<Strip> strips =
        List.of(
            new Strip("Sessions in the pool", TALL, false, 0, mostSessions, sessions),
            new Strip("Operations a second", TALL, false, 0, mostPerSecond, rates));
    String time = "Seconds since the start of the load";
    return new NumbersChart(time, endSeconds, strips, List.of(), List.of(), IN_ROW)
        .draw(title.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-"), title);
  }

  private double most(Function<PoolCell, Stream<Double>> values) {
    return cells.stream().flatMap(values).max(Double::compare).orElse(1.0);
  }

  /** A row for each shape, the cold server beside the warm one. */
  public TextTable table() {
    return TextTable.of(
        cells.stream().filter(PoolCell::cold).toList(),
        List.of(
            Column.of("min", cell -> Integer.toString(cell.shape().minSessions())),
            Column.of("max", cell -> Integer.toString(cell.shape().maxSessions())),
            Column.of(PoolShape.INC_STEP, cell -> Integer.toString(cell.shape().incStep())),
            Column.of("operations, cold", cell -> Numbers.label((double) cell.operations())),
            warm(cell -> Numbers.label((double) cell.operations())),
            Column.of("p99 (ms), cold", cell -> Numbers.label(cell.p99Millis())),
            warm(cell -> Numbers.label(cell.p99Millis())),
            Column.of("sessions, cold", cell -> Integer.toString(cell.sessionsAtEnd())),
            warm(cell -> Integer.toString(cell.sessionsAtEnd())),
            Column.of("requests, cold", cell -> Long.toString(cell.requests())),
            warm(cell -> Long.toString(cell.requests())),
            Column.of(
                "first split (s)",
                cell -> String.format(Locale.ROOT, "%.1f", cell.firstSplitSeconds()))));
  }

  private Column<PoolCell> warm(Function<PoolCell, String> words) {
    return Column.of("warm", cold -> words.apply(cell(cold.name(), false)));
  }

  /** The cell of a shape, by its name, against one of the servers. */
  PoolCell cell(String name, boolean cold) {
    return cells.stream()
        .filter(cell -> cell.cold() == cold && cell.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * What a pool of one shape did in the first minute of a load.
   *
   * @param shape the pool, which has its least number of sessions when the load begins
   * @param cold whether the server had its splits still to form
   * @param sessions how many the pool had, by milliseconds since the load began
   * @param perSecond operations that ended in each window, a second
   * @param operations operations that ended within the minute
   * @param p99Millis the 99th percentile of those that began in it, the wait for a session included
   * @param firstSplitSeconds when the first split had become two; NaN if none had
   * @param requests BatchCreateSessions requests, those for the least number included
   */
  public record PoolCell(
      PoolShape shape,
      boolean cold,
      Curve sessions,
      List<Double> perSecond,
      long operations,
      double p99Millis,
      double firstSplitSeconds,
      long requests) {
    /** The shape of the pool, in the words of a legend. */
    String name() {
      return shape.minSessions() + "/" + shape.maxSessions() + "/" + shape.incStep();
    }

    /** How many sessions the pool had when the minute was over. */
    int sessionsAtEnd() {
      return sessions.y().get(sessions.y().size() - 1).intValue();
    }
  }
}
