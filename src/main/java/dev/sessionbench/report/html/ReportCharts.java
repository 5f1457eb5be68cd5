package dev.sessionbench.report.html;

import dev.sessionbench.report.chart.Axes;
import dev.sessionbench.report.chart.CellPoint;
import dev.sessionbench.report.chart.Chart;
import dev.sessionbench.report.chart.CostBenefitChart;
import dev.sessionbench.report.chart.GrowthChart;
import dev.sessionbench.report.chart.LineChart;
import dev.sessionbench.report.chart.Panel;
import dev.sessionbench.report.chart.RpcChart;
import dev.sessionbench.report.chart.Spread;
import dev.sessionbench.report.chart.TimeChart;
import dev.sessionbench.report.chart.WaitChart;
import dev.sessionbench.results.CellCurves;
import dev.sessionbench.results.CellResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Every chart of a report, by section.
 *
 * @param time time against a parameter
 * @param rpcs RPCs against a parameter
 * @param growth the pool against time
 * @param waits the waits for a session
 * @param cost time against RPCs
 * @param bars what the bars about the medians are
 * @param wholeWaits whether the waits are whole distributions, not three figures of each
 */
public record ReportCharts(
    List<Figure> time,
    List<Figure> rpcs,
    List<Figure> growth,
    List<Figure> waits,
    List<Figure> cost,
    String bars,
    boolean wholeWaits) {

  /**
   * A chart under its heading.
   *
   * @param heading the panel
   * @param chart the chart
   * @param note what a reader must know of this one; may be empty
   */
  public record Figure(String heading, Chart chart, String note) {
    /** The chart's markup. */
    public String svg() {
      return chart.inline();
    }
  }

  /**
   * Draws all charts.
   *
   * @param cells the cells
   * @param growth how pools grew
   * @param axes what is along which dimension
   * @return the charts
   */
  public static ReportCharts of(List<CellResult> cells, List<CellCurves> growth, Axes axes) {
    Map<Panel, List<CellPoint>> panels =
        Panel.sort(
            cells.stream().flatMap(cell -> CellPoint.of(cell, axes).stream()).toList(),
            point -> point.cell().key(),
            axes);
    List<Figure> time = new ArrayList<>();
    List<Figure> rpcs = new ArrayList<>();
    List<Figure> cost = new ArrayList<>();
    panels.forEach(
        (panel, points) -> {
          time.add(figure(panel, TimeChart.of(panel, points)));
          RpcChart.of(panel, points).ifPresent(chart -> rpcs.add(figure(panel, chart)));
          CostBenefitChart.of(panel, points).ifPresent(chart -> cost.add(figure(panel, chart)));
        });
    // Curves are told apart by one thing only: each series has panels of its own.
    Axes apart = new Axes(axes.x(), Optional.empty());
    List<Figure> pools = new ArrayList<>();
    List<Figure> waits = new ArrayList<>();
    Map<Panel, List<CellCurves>> curves = Panel.sort(growth, CellCurves::key, apart);
    curves.forEach(
        (panel, all) -> {
          List<CellCurves> few =
              few(panel, all, curve -> curve.params().getOrDefault(axes.x(), ""));
          pools.add(
              new Figure(panel.title(), GrowthChart.of(panel, few), GrowthChart.cut(panel, few)));
          addWaits(
              waits, panel, few.stream().flatMap(c -> WaitChart.line(c, axes).stream()).toList());
        });
    boolean whole = !waits.isEmpty();
    if (!whole) {
      List<CellPoint> points = panels.values().stream().flatMap(List::stream).toList();
      Panel.sort(points, point -> point.cell().key(), apart)
          .forEach(
              (panel, all) ->
                  addWaits(
                      waits,
                      panel,
                      few(panel, all, CellPoint::x).stream()
                          .flatMap(p -> WaitChart.line(p).stream())
                          .toList()));
    }
    return new ReportCharts(time, rpcs, pools, waits, cost, bars(panels), whole);
  }

  /** Whether there is a curve of the growth. */
  public boolean growthShown() {
    return !growth.isEmpty();
  }

  /** All charts, in the order of the page. */
  public Stream<Chart> all() {
    return Stream.of(time, rpcs, growth, waits, cost).flatMap(List::stream).map(Figure::chart);
  }

  private static void addWaits(List<Figure> waits, Panel panel, List<LineChart.Line> lines) {
    if (!lines.isEmpty()) {
      waits.add(figure(panel, WaitChart.of(panel, lines)));
    }
  }

  private static Figure figure(Panel panel, Chart chart) {
    return new Figure(panel.title(), chart, "");
  }

  private static <T> List<T> few(Panel panel, List<T> items, Function<T, String> value) {
    List<String> values = panel.x().few();
    // Of several runs at one value the first: two staircases over each other show neither.
    Set<String> seen = new HashSet<>();
    return items.stream()
        .filter(item -> values.contains(value.apply(item)) && seen.add(value.apply(item)))
        .toList();
  }

  private static String bars(Map<Panel, List<CellPoint>> panels) {
    List<String> meanings =
        panels.values().stream()
            .flatMap(List::stream)
            .map(point -> point.spread().meaning())
            .distinct()
            .toList();
    return meanings.isEmpty() ? Spread.RANGE : String.join("; or ", meanings);
  }
}
