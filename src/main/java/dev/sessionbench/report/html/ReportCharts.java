package dev.sessionbench.report.html;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.chart.Axes;
import dev.sessionbench.report.chart.CellCharts;
import dev.sessionbench.report.chart.CellCharts.CellPoint;
import dev.sessionbench.report.chart.CurveCharts;
import dev.sessionbench.report.chart.Panel;
import dev.sessionbench.report.chart.RegretMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The charts of a report.
 *
 * @param sections the charts of each section, in the order of the page
 * @param bars what the bars about the medians are
 * @param crowded whether the parameter has too many values for a chart
 */
public record ReportCharts(Map<String, List<TitledChart>> sections, String bars, boolean crowded) {
  /**
   * A chart under its heading.
   *
   * @param heading the panel
   * @param chart the chart
   */
  public record TitledChart(String heading, Chart chart) {}

  /**
   * Draws all charts.
   *
   * @param cells the cells
   * @param growth how pools grew
   * @param axes the dimensions of the charts
   * @param regrets what each value on the horizontal axis costs more than the best
   * @return the charts
   */
  public static ReportCharts of(
      List<CellResult> cells, List<CellCurves> growth, Axes axes, List<Regret> regrets) {
    List<CellPoint> timed =
        cells.stream().flatMap(cell -> CellPoint.of(cell, axes).stream()).toList();
    Map<Panel, List<CellPoint>> all = Panel.sort(timed, point -> point.cell().key(), axes);
    boolean crowded = all.keySet().stream().anyMatch(panel -> panel.x().isCrowded());
    Map<Panel, List<CellPoint>> panels = crowded ? Map.of() : all;
    List<CellPoint> points = panels.values().stream().flatMap(List::stream).toList();
    Map<Panel, List<CellCurves>> runs = Panel.few(growth, CellCurves::key, axes);
    String bars = points.stream().map(CellPoint::bar).distinct().collect(joining("; or "));
    Map<String, List<TitledChart>> sections = new LinkedHashMap<>();
    sections.put(
        "regret", regrets.stream().map(r -> new TitledChart(r.title(), RegretMap.of(r))).toList());
    sections.put("time", charts(panels, point -> true, CellCharts::time));
    sections.put("rpcs", charts(panels, p -> !Double.isNaN(p.rpcs()), CellCharts::rpcs));
    sections.put("growth", charts(runs, run -> true, CurveCharts::growth));
    sections.put("waits", charts(runs, CurveCharts::knowsWaits, CurveCharts::waits));
    return new ReportCharts(sections, bars.isEmpty() ? CellPoint.RANGE : bars, crowded);
  }

  /** What the maps of regret show, in words. */
  List<String> regrets() {
    return sections.getOrDefault("regret", List.of()).stream()
        .map(titled -> titled.chart().description())
        .toList();
  }

  /** All charts, in the order of the page. */
  public Stream<Chart> all() {
    return sections.values().stream().flatMap(List::stream).map(TitledChart::chart);
  }

  /** A chart under its heading for each panel with something to draw. */
  private static <T> List<TitledChart> charts(
      Map<Panel, List<T>> panels, Predicate<T> drawn, BiFunction<Panel, List<T>, Chart> chart) {
    List<TitledChart> charts = new ArrayList<>();
    panels.forEach(
        (panel, all) -> {
          List<T> some = all.stream().filter(drawn).toList();
          if (!some.isEmpty()) {
            charts.add(new TitledChart(panel.title(), chart.apply(panel, some)));
          }
        });
    return charts;
  }
}
