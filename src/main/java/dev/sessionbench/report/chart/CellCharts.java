package dev.sessionbench.report.chart;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.MedianInterval;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.report.Recommendation;
import dev.sessionbench.report.ResultTables;
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
import java.util.stream.DoubleStream;

/** Draws cells against a parameter: time, RPCs, and time against RPCs. */
public final class CellCharts {
  private static final String RPCS = "BatchCreateSessions RPCs (log scale)";
  private static final int HEIGHT = 180;

  private final Panel panel;
  private final List<CellPoint> points;
  private final List<Mark> marks = new ArrayList<>();

  private CellCharts(Panel panel, List<CellPoint> points) {
    this.panel = panel;
    this.points = points;
  }

  /**
   * Draws time against a parameter, with joined medians, a bar about each and a dot for each fork.
   */
  public static Chart time(Panel panel, List<CellPoint> points) {
    CellCharts chart = new CellCharts(panel, points);
    for (CellPoint point : points) {
      String style = "bar " + panel.colour(point);
      chart.marks.add(new Mark.Whisker(style, panel.x(point), point.low(), point.high()));
    }
    chart.join(CellPoint::median, Chart::line);
    chart.joinVirtual(CellPoint::virtual);
    for (CellPoint point : points) {
      String label = panel.label(point);
      String median = label + ", median: " + point.time();
      chart.dot("ring " + panel.colour(point), 4.5, panel.x(point), point.median(), median, "");
      int fork = 0;
      for (double millis : point.millis().values()) {
        fork++;
        String title = "%s, fork %s: %s ms".formatted(label, fork, Numbers.label(millis));
        chart.dot("fork", 1.9, panel.x(point), millis, title, "");
      }
    }
    boolean ideal = points.stream().anyMatch(point -> Double.isFinite(point.virtual()));
    return chart.of(
        "time",
        "Time of %s against " + panel.x().name(),
        "Median time by " + panel.x().name() + ":",
        points,
        CellPoint::time,
        panel.x().axis(),
        Axis.fromZero(
            ideal ? "Time (ms); dashed: in virtual time" : "Time (ms)",
            finite(points, List.of(p -> p.millis().max(), CellPoint::virtual)).max().orElse(1),
            4));
  }

  /**
   * Draws RPCs against a parameter, and the closed form if the parameter is the step.
   *
   * @param points at least one, each with a count
   */
  public static Chart rpcs(Panel panel, List<CellPoint> points) {
    CellCharts chart = new CellCharts(panel, points);
    if (panel.x().name().equals(PoolShape.INC_STEP)
        && points.stream().allMatch(point -> point.closedForm().isPresent())) {
      chart.curve(points.get(0).closedForm().orElseThrow());
    }
    chart.joinVirtual(CellPoint::virtualRpcs);
    for (CellPoint point : points) {
      String rpcs = Numbers.label(point.rpcs());
      String title = panel.label(point) + ": " + rpcs + " RPCs" + point.rpcsBesideVirtual();
      chart.dot("dot " + panel.colour(point), 4, panel.x(point), point.rpcs(), title, rpcs);
    }
    boolean ideal = points.stream().anyMatch(point -> Double.isFinite(point.virtualRpcs()));
    return chart.of(
        "rpcs",
        "RPCs of %s against " + panel.x().name(),
        "Median number of RPCs by " + panel.x().name() + ":",
        points,
        CellPoint::describeRpcs,
        panel.x().axis(),
        rpcAxis(
            ideal ? "RPCs (log scale); dashed: in virtual time" : RPCS,
            finite(points, List.of(CellPoint::rpcs, CellPoint::virtualRpcs))));
  }

  /** Draws time against RPCs. Each point has its value as a label; the Pareto front is marked. */
  public static Chart cost(Panel panel, List<CellPoint> points) {
    CellCharts chart = new CellCharts(panel, points);
    DoubleSummaryStatistics times = finite(points, List.of(CellPoint::median)).summaryStatistics();
    for (CellPoint point : points) {
      if (Double.isFinite(point.virtual()) && point.virtualRpcs() > 0) {
        times.accept(point.virtual());
        String title = panel.label(point) + " in virtual time: ";
        String place = place(point.virtualRpcs(), point.virtual());
        String ring = "ring " + panel.colour(point);
        chart.dot(ring, 5.5, point.virtualRpcs(), point.virtual(), title + place, "");
      }
    }
    boolean ideal = !chart.marks.isEmpty();
    Set<CellPoint> front = chart.front();
    for (CellPoint point : points) {
      boolean onFront = front.contains(point);
      String style = onFront ? "dot " + panel.colour(point) : "dot hollow";
      String title = panel.label(point) + ": " + place(point.rpcs(), point.median());
      String more = point.besideVirtual() + (onFront ? ", on the Pareto front" : "");
      double radius = onFront ? 4.5 : 3.5;
      chart.dot(style, radius, point.rpcs(), point.median(), title + more, point.x());
    }
    return chart.of(
        "cost",
        "Time of %s against its RPCs",
        "On the Pareto front, by " + panel.x().name() + ":",
        points.stream().filter(front::contains).toList(),
        point -> Numbers.label(point.rpcs()) + " RPCs",
        rpcAxis(RPCS, finite(points, List.of(CellPoint::rpcs))),
        Axis.close(
            ideal ? "Time (rings: in virtual time; ms" : "Time (ms",
            times.getMin(),
            times.getMax()));
  }

  private static String place(double rpcs, double millis) {
    return "%s RPCs, %s ms".formatted(Numbers.label(rpcs), Numbers.label(millis));
  }

  /** The points of each line that no other point of that line beats. */
  private Set<CellPoint> front() {
    Set<CellPoint> front = new HashSet<>();
    for (String line : panel.series()) {
      List<CellPoint> own = line(line);
      List<CellResult> cells = own.stream().map(CellPoint::cell).toList();
      List<String> values = Recommendation.paretoFront(cells, panel.x().name());
      own.stream().filter(point -> values.contains(point.x())).forEach(front::add);
    }
    return front;
  }

  private List<CellPoint> line(String series) {
    return points.stream().filter(point -> point.series().equals(series)).toList();
  }

  private void dot(String style, double radius, double x, double y, String title, String label) {
    marks.add(new Mark.Dot(style, radius, x, y, title, label));
  }

  /** The chart of these marks, with a description that lists some points. */
  private Chart of(
      String kind,
      String title,
      String start,
      List<CellPoint> told,
      Function<CellPoint, String> words,
      Axis x,
      Axis y) {
    List<String> values = new ArrayList<>();
    for (CellPoint point : told) {
      String line = panel.hasLegend() ? point.series() + " " : "";
      values.add(line + point.x() + ": " + words.apply(point));
    }
    return new Chart(
        kind + "-" + panel.id(),
        title.formatted(panel.title()),
        start + " " + String.join(", ", values) + ".",
        panel.hasLegend() ? List.of(Chart.Legend.of(panel.lines(), panel.series())) : List.of(),
        List.of(new Chart.Plot(x, y, HEIGHT, marks)));
  }

  /** Draws virtual time as thin dashed lines, in the colour of each line if there are several. */
  private void joinVirtual(ToDoubleFunction<CellPoint> value) {
    join(value, i -> "line thin d1 c" + (panel.hasLegend() ? i : 1));
  }

  private void join(ToDoubleFunction<CellPoint> value, IntFunction<String> style) {
    for (int i = 0; i < panel.series().size(); i++) {
      List<CellPoint> own = new ArrayList<>(line(panel.series().get(i)));
      own.removeIf(point -> !Double.isFinite(value.applyAsDouble(point)));
      List<Double> x = own.stream().map(panel::x).toList();
      List<Double> y = own.stream().map(value::applyAsDouble).toList();
      marks.add(new Mark.Line(style.apply(i), false, x, y));
    }
  }

  private static DoubleStream finite(
      List<CellPoint> points, List<ToDoubleFunction<CellPoint>> values) {
    return points.stream()
        .flatMapToDouble(p -> values.stream().mapToDouble(value -> value.applyAsDouble(p)))
        .filter(Double::isFinite);
  }

  /** The axis of RPCs; its scale has no place for a count of zero. */
  private static Axis rpcAxis(String title, DoubleStream counts) {
    double[] some = counts.filter(count -> count > 0).sorted().toArray();
    return some.length == 0
        ? Axis.logarithmic(title, 1, 1)
        : Axis.logarithmic(title, some[0], some[some.length - 1]);
  }

  private void curve(IntUnaryOperator form) {
    int first = Integer.parseInt(points.get(0).x());
    int last = Integer.parseInt(points.get(points.size() - 1).x());
    // A thousand places are more than there are pixels.
    int stride = Math.max(1, (last - first) / 1000);
    List<Double> steps = new ArrayList<>();
    List<Double> rpcs = new ArrayList<>();
    for (long step = first; step <= last; step += stride) {
      steps.add((double) step);
      rpcs.add((double) form.applyAsInt((int) step));
    }
    marks.add(new Mark.Line("line thin c1", false, steps, rpcs));
  }

  /**
   * Holds what charts show of one cell.
   *
   * @param x the value along the horizontal axis
   * @param series the line that it belongs to; empty if there is only one
   * @param cell the whole result
   * @param millis the time of each fork
   * @param rpcs the median number of RPCs; NaN if not counted
   */
  public record CellPoint(String x, String series, CellResult cell, Sample millis, double rpcs) {
    /** The name of the bars if too few forks ran for an interval. */
    public static final String RANGE =
        "the range of the forks (smallest to largest), which is not a confidence interval: too few"
            + " forks ran for one";

    private static final String INTERVAL =
        "the interval that holds the true median with at least 95 % confidence, whatever the"
            + " distribution";

    /**
     * The point of a cell.
     *
     * @param cell the cell
     * @param axes the dimensions of the charts
     * @return its point; empty if it has no value along the horizontal axis, or no time
     */
    public static Optional<CellPoint> of(CellResult cell, Axes axes) {
      Optional<Sample> times = ResultTables.millis(cell).filter(millis -> millis.n() > 0);
      double rpcs = ResultTables.median(cell, ResultTables.RPCS_METRIC);
      String series = axes.series(cell.key());
      return axes.x(cell.key())
          .flatMap(x -> times.map(millis -> new CellPoint(x, series, cell, millis, rpcs)));
    }

    double median() {
      return millis.median();
    }

    /** The time in virtual time, in milliseconds; NaN if unknown. */
    double virtual() {
      return Ideal.millis(cell).orElse(Double.NaN);
    }

    /** The RPCs in virtual time; NaN if unknown. */
    double virtualRpcs() {
      return Ideal.of(cell, ResultTables.RPCS_METRIC).orElse(Double.NaN);
    }

    private String time() {
      return Numbers.label(median()) + " ms" + besideVirtual();
    }

    /** The time in virtual time and the measured time as its multiple; empty if unknown. */
    private String besideVirtual() {
      return Double.isFinite(virtual())
          ? " (in virtual time %s%s)"
              .formatted(
                  Numbers.label(virtual()), Ideal.ratio(cell).map(", ratio "::concat).orElse(""))
          : "";
    }

    private String rpcsBesideVirtual() {
      return Double.isFinite(virtualRpcs())
          ? " (in virtual time %s)".formatted(Numbers.label(virtualRpcs()))
          : "";
    }

    private String describeRpcs() {
      String form =
          closedForm()
              .map(rpcsBy -> rpcsBy.applyAsInt(number(PoolShape.INC_STEP)))
              .map(" (closed form %s)"::formatted)
              .orElse("");
      return Numbers.label(rpcs) + form + rpcsBesideVirtual();
    }

    /** The closed form: RPCs that the client makes to fill a pool, by the step. */
    private Optional<IntUnaryOperator> closedForm() {
      Cell key = cell.key();
      try {
        String client = key.params().get(ParameterValues.CLIENT);
        if (client != null && !ClientUnderTest.parse(client).growsByStep()) {
          return Optional.empty();
        }
        int min = number("minSessions");
        int max = number("maxSessions");
        int channels = number("numChannels");
        // Checks all four numbers.
        new PoolShape(min, max, number(PoolShape.INC_STEP), channels);
        // The steady increase keeps what it reads; a burst wants a session for each thread.
        String size = key.method().equals("steadyIncrease") ? "operations" : "concurrency";
        int wanted = Integer.parseInt(key.params().getOrDefault(size, "0"));
        int demand = wanted > 0 ? wanted : max;
        return Optional.of(
            step ->
                new PoolShape(min, max, step, channels)
                    .totalRpcs(demand, PoolShape.SERVICE_BATCH_LIMIT));
      } catch (IllegalArgumentException e) {
        // A benchmark with other parameters, or a fleet: the points have no line.
        return Optional.empty();
      }
    }

    private int number(String name) {
      return Integer.parseInt(cell.key().params().getOrDefault(name, ""));
    }

    /** The lower end of the bar about the median. */
    double low() {
      return interval().map(Interval::low).orElseGet(millis::min);
    }

    /** The upper end of the bar about the median. */
    double high() {
      return interval().map(Interval::high).orElseGet(millis::max);
    }

    /** The name of that bar, for a caption. */
    public String bar() {
      return interval().isPresent() ? INTERVAL : RANGE;
    }

    private Optional<Interval> interval() {
      return MedianInterval.of(millis, Comparison.CONFIDENCE);
    }
  }
}
