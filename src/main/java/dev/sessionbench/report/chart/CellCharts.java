package dev.sessionbench.report.chart;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.CellKey;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.MedianInterval;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.report.Recommendation;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.report.ResultTables.ScoreUnit;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Charts of cells along a parameter: time, RPCs, and one against the other. */
public final class CellCharts {
  private static final String RPCS = "BatchCreateSessions RPCs (log scale)";
  private static final int HEIGHT = 180;

  private CellCharts() {}

  /** Time against a parameter: the medians joined, a bar about each, and every fork as a dot. */
  public static Chart time(Panel panel, List<CellPoint> points) {
    boolean ideal = points.stream().anyMatch(point -> Double.isFinite(point.virtual()));
    double max =
        points.stream()
            .flatMapToDouble(point -> DoubleStream.of(point.millis().max(), point.virtual()))
            .filter(Double::isFinite)
            .max()
            .orElse(1);
    List<Mark> marks = new ArrayList<>();
    for (CellPoint point : points) {
      String style = "bar " + panel.colour(point);
      marks.add(new Mark.Whisker(style, panel.x(point), point.low(), point.high()));
    }
    join(marks, panel, points, CellPoint::median, Chart::line);
    joinVirtual(marks, panel, points, CellPoint::virtual);
    for (CellPoint point : points) {
      String label = panel.label(point);
      marks.add(
          new Mark.Dot(
              "ring " + panel.colour(point),
              4.5,
              panel.x(point),
              point.median(),
              "%s, median: %s ms%s"
                  .formatted(label, Numbers.label(point.median()), point.besideVirtual()),
              ""));
      int fork = 0;
      for (double millis : point.millis().values()) {
        fork++;
        String title = "%s, fork %s: %s ms".formatted(label, fork, Numbers.label(millis));
        marks.add(new Mark.Dot("fork", 1.9, panel.x(point), millis, title, ""));
      }
    }
    String title = ideal ? "Time (ms); dashed: in virtual time" : "Time (ms)";
    return chart(
        panel,
        "time",
        "Time of " + panel.title() + " against " + panel.x().name(),
        words(
            panel,
            "Median time by " + panel.x().name() + ":",
            points,
            point -> Numbers.label(point.median()) + " ms" + point.besideVirtual()),
        new Chart.Plot(panel.x().axis(), Axis.fromZero(title, max, 4), HEIGHT, marks));
  }

  /**
   * RPCs against a parameter; against the step with the closed form drawn through the points.
   *
   * @param points at least one, each with a count
   */
  public static Chart rpcs(Panel panel, List<CellPoint> points) {
    boolean ideal = points.stream().anyMatch(point -> Double.isFinite(point.virtualRpcs()));
    List<Mark> marks = new ArrayList<>();
    boolean known = points.stream().allMatch(point -> closedForm(point).isPresent());
    if (known && panel.x().name().equals(PoolShape.INC_STEP)) {
      marks.add(curve(closedForm(points.get(0)).orElseThrow(), points));
    }
    joinVirtual(marks, panel, points, CellPoint::virtualRpcs);
    for (CellPoint point : points) {
      String rpcs = Numbers.label(point.rpcs());
      marks.add(
          new Mark.Dot(
              "dot " + panel.colour(point),
              4,
              panel.x(point),
              point.rpcs(),
              panel.label(point) + ": " + rpcs + " RPCs" + besideVirtual(point),
              rpcs));
    }
    Axis axis =
        rpcAxis(
            ideal ? "RPCs (log scale); dashed: in virtual time" : RPCS,
            points.stream()
                .flatMapToDouble(point -> DoubleStream.of(point.rpcs(), point.virtualRpcs())));
    return chart(
        panel,
        "rpcs",
        "RPCs of " + panel.title() + " against " + panel.x().name(),
        words(
            panel,
            "Median number of RPCs by " + panel.x().name() + ":",
            points,
            CellCharts::describe),
        new Chart.Plot(panel.x().axis(), axis, HEIGHT, marks));
  }

  /** Time against RPCs, each point labelled with its value, the Pareto front marked. */
  public static Chart cost(Panel panel, List<CellPoint> points) {
    Set<CellPoint> front = new HashSet<>();
    for (String line : panel.series()) {
      List<CellPoint> alone = points.stream().filter(p -> p.series().equals(line)).toList();
      List<String> values =
          Recommendation.paretoFront(
              alone.stream().map(CellPoint::cell).toList(), panel.x().name());
      alone.stream().filter(point -> values.contains(point.x())).forEach(front::add);
    }
    DoubleSummaryStatistics times = new DoubleSummaryStatistics();
    List<Mark> marks = new ArrayList<>();
    for (CellPoint point : points) {
      times.accept(point.median());
      if (Double.isFinite(point.virtual()) && point.virtualRpcs() > 0) {
        times.accept(point.virtual());
        marks.add(
            new Mark.Dot(
                "ring " + panel.colour(point),
                5.5,
                point.virtualRpcs(),
                point.virtual(),
                "%s in virtual time: %s RPCs, %s ms"
                    .formatted(
                        panel.label(point),
                        Numbers.label(point.virtualRpcs()),
                        Numbers.label(point.virtual())),
                ""));
      }
    }
    boolean ideal = !marks.isEmpty();
    for (CellPoint point : points) {
      boolean onFront = front.contains(point);
      marks.add(
          new Mark.Dot(
              onFront ? "dot " + panel.colour(point) : "dot hollow",
              onFront ? 4.5 : 3.5,
              point.rpcs(),
              point.median(),
              "%s: %s RPCs, %s ms%s%s"
                  .formatted(
                      panel.label(point),
                      Numbers.label(point.rpcs()),
                      Numbers.label(point.median()),
                      point.besideVirtual(),
                      onFront ? ", on the Pareto front" : ""),
              point.x()));
    }
    return chart(
        panel,
        "cost",
        "Time of " + panel.title() + " against its RPCs",
        words(
            panel,
            "On the Pareto front, by " + panel.x().name() + ":",
            points.stream().filter(front::contains).toList(),
            point -> Numbers.label(point.rpcs()) + " RPCs"),
        new Chart.Plot(
            rpcAxis(RPCS, points.stream().mapToDouble(CellPoint::rpcs)),
            Axis.close(
                ideal ? "Time (rings: in virtual time; ms" : "Time (ms",
                times.getMin(),
                times.getMax()),
            HEIGHT,
            marks));
  }

  private static Chart chart(
      Panel panel, String kind, String title, String description, Chart.Plot plot) {
    return new Chart(
        kind + "-" + panel.id(),
        title,
        description,
        panel.hasLegend() ? List.of(Chart.Legend.of(panel.lines(), panel.series())) : List.of(),
        List.of(plot));
  }

  private static String words(
      Panel panel, String start, List<CellPoint> points, Function<CellPoint, String> words) {
    return points.stream()
        .map(
            point ->
                (panel.hasLegend() ? point.series() + " " : "")
                    + point.x()
                    + ": "
                    + words.apply(point))
        .collect(Collectors.joining(", ", start + " ", "."));
  }

  /** What is known in virtual time: thin and dashed, in the colour of the line if several. */
  private static void joinVirtual(
      List<Mark> marks, Panel panel, List<CellPoint> points, ToDoubleFunction<CellPoint> value) {
    join(marks, panel, points, value, i -> "line thin d1 c" + (panel.hasLegend() ? i : 1));
  }

  private static void join(
      List<Mark> marks,
      Panel panel,
      List<CellPoint> points,
      ToDoubleFunction<CellPoint> value,
      IntFunction<String> style) {
    for (int i = 0; i < panel.series().size(); i++) {
      String line = panel.series().get(i);
      List<CellPoint> own =
          points.stream()
              .filter(point -> point.series().equals(line))
              .filter(point -> Double.isFinite(value.applyAsDouble(point)))
              .toList();
      marks.add(
          new Mark.Line(
              style.apply(i),
              false,
              own.stream().map(panel::x).toList(),
              own.stream().map(value::applyAsDouble).toList()));
    }
  }

  /** The axis of RPCs; a count of none has no place on its scale. */
  private static Axis rpcAxis(String title, DoubleStream counts) {
    DoubleSummaryStatistics rpcs = counts.filter(count -> count > 0).summaryStatistics();
    boolean some = rpcs.getCount() > 0;
    return Axis.logarithmic(title, some ? rpcs.getMin() : 1, some ? rpcs.getMax() : 1);
  }

  private static Mark curve(IntUnaryOperator form, List<CellPoint> points) {
    int first = Integer.parseInt(points.get(0).x());
    int last = Integer.parseInt(points.get(points.size() - 1).x());
    // A thousand places are more than there are pixels, whatever the last step is.
    long stride = Math.max(1, (last - first) / 1000);
    List<Double> steps =
        LongStream.iterate(first, step -> step <= last, step -> step + stride)
            .mapToObj(step -> (double) step)
            .toList();
    List<Double> rpcs =
        steps.stream().map(step -> (double) form.applyAsInt(step.intValue())).toList();
    return new Mark.Line("line thin c1", false, steps, rpcs);
  }

  private static String describe(CellPoint point) {
    return Numbers.label(point.rpcs())
        + closedForm(point)
            .map(form -> form.applyAsInt(number(point.cell().key(), PoolShape.INC_STEP)))
            .map(" (closed form %s)"::formatted)
            .orElse("")
        + besideVirtual(point);
  }

  private static String besideVirtual(CellPoint point) {
    return Double.isFinite(point.virtualRpcs())
        ? " (in virtual time %s)".formatted(Numbers.label(point.virtualRpcs()))
        : "";
  }

  /** By the step, the number of RPCs that the client's rules give for a pool that fills up. */
  private static Optional<IntUnaryOperator> closedForm(CellPoint point) {
    CellKey key = point.cell().key();
    try {
      String client = key.params().get(ParameterValues.CLIENT);
      if (client != null && !Generation.parse(client).growsByStep()) {
        return Optional.empty();
      }
      PoolShape shape =
          new PoolShape(
              number(key, "minSessions"),
              number(key, "maxSessions"),
              number(key, PoolShape.INC_STEP),
              number(key, "numChannels"));
      // The steady increase holds what it reads; a burst wants a session for each thread.
      String size = key.method().equals("steadyIncrease") ? "operations" : "concurrency";
      int wanted = Integer.parseInt(key.params().getOrDefault(size, "0"));
      int demand = wanted > 0 ? wanted : shape.maxSessions();
      return Optional.of(
          step ->
              new PoolShape(shape.minSessions(), shape.maxSessions(), step, shape.numChannels())
                  .totalRpcs(demand, PoolShape.SERVICE_BATCH_LIMIT));
    } catch (IllegalArgumentException e) {
      // Another benchmark's parameters, or several clients: the points stand without a line.
      return Optional.empty();
    }
  }

  private static int number(CellKey key, String name) {
    return Integer.parseInt(key.params().getOrDefault(name, ""));
  }

  /**
   * What charts show of one cell.
   *
   * @param x the value along the horizontal axis
   * @param series the line that it belongs to; empty where there is one only
   * @param cell the whole result
   * @param millis the time of each fork
   * @param rpcs the median number of RPCs; NaN where they were not counted
   */
  public record CellPoint(String x, String series, CellResult cell, Sample millis, double rpcs) {
    /** What bars are where too few forks ran for an interval. */
    public static final String RANGE =
        "the range of the forks (smallest to largest), which is not a confidence interval: too few"
            + " forks ran for one";

    private static final String INTERVAL =
        "the interval that holds the true median with at least 95 % confidence, whatever the"
            + " distribution";

    private static final double CONFIDENCE = 0.95;

    /**
     * The point of a cell.
     *
     * @param cell the cell
     * @param axes what is along which dimension
     * @return its point; nothing where it has no value along the horizontal axis, or no time
     */
    public static Optional<CellPoint> of(CellResult cell, Axes axes) {
      Optional<Double> unit = ScoreUnit.millisPer(cell.primaryMetric().scoreUnit());
      Sample sample = ResultTables.sample(cell);
      if (unit.isEmpty() || sample.n() == 0) {
        return Optional.empty();
      }
      List<Double> millis = sample.values().stream().map(value -> value * unit.get()).toList();
      return axes.x(cell.key())
          .map(
              x ->
                  new CellPoint(
                      x,
                      axes.series(cell.key()),
                      cell,
                      new Sample(millis, sample.warnings()),
                      ResultTables.secondary(cell, ResultTables.RPCS_METRIC).median()));
    }

    double median() {
      return millis.median();
    }

    /** The time in virtual time, in milliseconds; NaN where that is not known. */
    double virtual() {
      return Ideal.millis(cell).orElse(Double.NaN);
    }

    /** The RPCs in virtual time; NaN where they are not known. */
    double virtualRpcs() {
      return Ideal.of(cell, ResultTables.RPCS_METRIC).orElse(Double.NaN);
    }

    /** What a time is in virtual time and how many times as long it took, in words; or nothing. */
    String besideVirtual() {
      return Double.isFinite(virtual())
          ? " (in virtual time %s%s)"
              .formatted(
                  Numbers.label(virtual()), Ideal.ratio(cell).map(", ratio "::concat).orElse(""))
          : "";
    }

    /** The lower end of the bar about the median. */
    double low() {
      return interval().map(Interval::low).orElseGet(millis::min);
    }

    /** The upper end of the bar about the median. */
    double high() {
      return interval().map(Interval::high).orElseGet(millis::max);
    }

    /** What that bar is, for a caption. */
    public String bar() {
      return interval().isPresent() ? INTERVAL : RANGE;
    }

    private Optional<Interval> interval() {
      return MedianInterval.of(millis, CONFIDENCE);
    }
  }
}
