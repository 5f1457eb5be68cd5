package dev.sessionbench.report.chart;

import com.google.common.collect.ImmutableMap;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.report.chart.CellCharts.CellPoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Draws the wait for a session against the percentile, where each further nine has the same width.
 */
public final class WaitChart {
  private static final double LAST = 99.9;
  private static final int HEIGHT = 178;

  /** The percentiles that every result has, in order, by the names of their metrics. */
  private static final ImmutableMap<String, Double> KNOWN =
      ImmutableMap.of(
          RunMetric.WAIT_P50.key(),
          50.0,
          RunMetric.WAIT_P99.key(),
          99.0,
          RunMetric.WAIT_MAX.key(),
          100.0);

  private static final Axis PERCENTILES =
      new Axis(
          "Percentile of callers",
          Axis.Scale.percentiles(LAST),
          Stream.concat(
                  Stream.of(0.0, 50.0, 90.0, 99.0, LAST).map(Axis.Tick::of),
                  Stream.of(new Axis.Tick(100, "max")))
              .toList());

  private WaitChart() {}

  /**
   * The waits of one run or cell.
   *
   * @param value its value along the horizontal axis of the other charts
   * @param percentiles ascending
   * @param millis the wait at each percentile, at least two
   * @param virtual the waits in virtual time, which are drawn as rings
   */
  public record Waits(
      String value, List<Double> percentiles, List<Double> millis, List<Virtual> virtual) {
    private double longest() {
      return millis.get(millis.size() - 1);
    }
  }

  /** A wait in virtual time. */
  public record Virtual(double percentile, double millis, String title) {}

  /**
   * Draws one panel.
   *
   * @param panel the panel
   * @param lines one for each value of the panel, in order, at least one
   */
  public static Chart of(Panel panel, List<Waits> lines) {
    List<Mark> marks = new ArrayList<>();
    List<String> words = new ArrayList<>();
    double longest = 0;
    boolean ideal = false;
    for (Waits line : lines) {
      int i = words.size();
      words.add(
          "%s %s: %s ms".formatted(panel.x().name(), line.value, Numbers.label(line.longest())));
      marks.add(new Mark.Line(Chart.line(i), false, line.percentiles, line.millis));
      longest = Math.max(longest, Collections.max(line.millis));
      for (Virtual ring : line.virtual) {
        marks.add(new Mark.Dot("ring c" + i, 4.5, ring.percentile, ring.millis, ring.title, ""));
        longest = Math.max(longest, ring.millis);
        ideal = true;
      }
    }
    String title = "Wait for a session (ms)" + (ideal ? "; rings: in virtual time" : "");
    return new Chart(
        "waits-" + panel.id(),
        "Waits for a session in " + panel.title(),
        "Longest wait: " + String.join("; ", words) + ".",
        List.of(Chart.Legend.of(panel.x().name(), lines.stream().map(Waits::value).toList())),
        List.of(new Chart.Plot(PERCENTILES, Axis.fromZero(title, longest, 4), HEIGHT, marks)));
  }

  /**
   * The whole distribution of one run: the longest wait of each percentage of callers.
   *
   * @param curve the run
   * @param cell the cell of the run, if known
   * @param axes the dimensions of the other charts
   * @return its waits; empty if no waits were recorded
   */
  public static Optional<Waits> of(CellCurves curve, Optional<CellResult> cell, Axes axes) {
    Curve waits = curve.curve(Curve.ACQUIRE_WAIT);
    Map<Double, Double> known = new LinkedHashMap<>();
    for (int i = 0; i < waits.x().size(); i++) {
      if (waits.x().get(i) >= 0) {
        known.put(Math.min(100, waits.x().get(i)), waits.y().get(i));
      }
    }
    return of(axes.x(curve.key()).orElse(""), cell, known);
  }

  /**
   * The waits in the result file: median, 99th percentile and maximum, each the median over the
   * forks.
   *
   * @param point the cell
   * @return its waits; empty if no waits were recorded
   */
  public static Optional<Waits> of(CellPoint point) {
    Map<Double, Double> known = new LinkedHashMap<>();
    KNOWN.forEach(
        (metric, percentile) -> known.put(percentile, ResultTables.median(point.cell(), metric)));
    return of(point.x(), Optional.of(point.cell()), known);
  }

  private static Optional<Waits> of(
      String x, Optional<CellResult> cell, Map<Double, Double> known) {
    known.values().removeIf(wait -> Double.isNaN(wait));
    return known.size() < 2
        ? Optional.empty()
        : Optional.of(
            new Waits(
                x,
                List.copyOf(known.keySet()),
                List.copyOf(known.values()),
                cell.map(result -> virtual(result, x)).orElse(List.of())));
  }

  /** The waits in virtual time, as far as they are known. */
  private static List<Virtual> virtual(CellResult cell, String x) {
    List<Virtual> waits = new ArrayList<>();
    KNOWN.forEach(
        (metric, percentile) -> {
          double millis = Ideal.of(cell, metric).orElse(Double.NaN);
          String title =
              "%s, %s: %s ms in virtual time, %s measured"
                  .formatted(
                      x,
                      percentile == 100 ? "max" : "p" + Numbers.label(percentile),
                      Numbers.label(millis),
                      Numbers.label(ResultTables.median(cell, metric)));
          waits.add(new Virtual(percentile, millis, title));
        });
    waits.removeIf(wait -> Double.isNaN(wait.millis));
    return waits;
  }
}
