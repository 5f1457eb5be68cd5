package dev.sessionbench.report.chart;

import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.MedianInterval;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.ResultTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Draws cells against a parameter: their times and their RPCs. */
public final class CellCharts {
  private static final int HEIGHT = 180;

  private CellCharts() {}

  /**
   * Draws time against a parameter, with joined medians, a bar about each and a dot for each fork.
   */
  public static Chart time(Panel panel, List<CellPoint> points) {
    List<Mark> marks = new ArrayList<>();
    for (CellPoint point : points) {
      String style = "bar " + panel.colour(point);
      marks.add(new Mark.Whisker(style, panel.x(point), point.low(), point.high()));
    }
    marks.addAll(lines(panel, points, CellPoint::median));
    for (CellPoint point : points) {
      double x = panel.x(point);
      String title = panel.label(point) + ", median: " + point.time();
      marks.add(new Mark.Dot("ring " + panel.colour(point), 4.5, x, point.median(), title, ""));
      int fork = 0;
      for (double millis : point.millis().values()) {
        fork++;
        String own =
            "%s, fork %s: %s ms".formatted(panel.label(point), fork, Numbers.label(millis));
        marks.add(new Mark.Dot("fork", 1.9, x, millis, own, ""));
      }
    }
    double most = points.stream().mapToDouble(point -> point.millis().max()).max().orElse(1);
    Axis axis = Axis.fromZero("Time (ms)", most, 4);
    return chart("time", "Median time", panel, points, CellPoint::time, axis, marks);
  }

  /**
   * Draws RPCs against a parameter.
   *
   * @param points at least one, each with a count
   */
  public static Chart rpcs(Panel panel, List<CellPoint> points) {
    List<Mark> marks = lines(panel, points, CellPoint::rpcs);
    for (CellPoint point : points) {
      String rpcs = Numbers.label(point.rpcs());
      String title = panel.label(point) + ": " + rpcs + " RPCs";
      marks.add(
          new Mark.Dot("dot " + panel.colour(point), 4, panel.x(point), point.rpcs(), title, rpcs));
    }
    // The scale has no place for a count of zero.
    double[] some =
        points.stream().mapToDouble(CellPoint::rpcs).filter(c -> c > 0).sorted().toArray();
    double least = some.length == 0 ? 1 : some[0];
    double most = some.length == 0 ? 1 : some[some.length - 1];
    Axis axis = Axis.logarithmic("BatchCreateSessions RPCs (log scale)", least, most);
    Function<CellPoint, String> text = point -> Numbers.label(point.rpcs());
    return chart("rpcs", "Median number of RPCs", panel, points, text, axis, marks);
  }

  /** A line for each series that joins its values. */
  private static List<Mark> lines(
      Panel panel, List<CellPoint> points, ToDoubleFunction<CellPoint> value) {
    List<Mark> lines = new ArrayList<>();
    for (String series : panel.series()) {
      List<CellPoint> own = points.stream().filter(p -> p.series().equals(series)).toList();
      List<Double> y = own.stream().map(value::applyAsDouble).toList();
      lines.add(
          new Mark.Line(Chart.line(lines.size()), false, own.stream().map(panel::x).toList(), y));
    }
    return lines;
  }

  private static Chart chart(
      String kind,
      String what,
      Panel panel,
      List<CellPoint> points,
      Function<CellPoint, String> text,
      Axis y,
      List<Mark> marks) {
    List<String> values = new ArrayList<>();
    for (CellPoint point : points) {
      String line = panel.hasLegend() ? point.series() + " " : "";
      values.add(line + point.x() + ": " + text.apply(point));
    }
    return new Chart(
        kind + "-" + panel.id(),
        "%s of %s against %s"
            .formatted(kind.equals("time") ? "Time" : "RPCs", panel.title(), panel.x().name()),
        "%s by %s: %s.".formatted(what, panel.x().name(), String.join(", ", values)),
        panel.hasLegend() ? List.of(Chart.Legend.of(panel.lines(), panel.series())) : List.of(),
        List.of(new Chart.Plot(panel.x().axis(), y, HEIGHT, marks)));
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
        "the interval that holds the true median with at least 95 % confidence, for any"
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

    private String time() {
      return Numbers.label(median()) + " ms";
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
