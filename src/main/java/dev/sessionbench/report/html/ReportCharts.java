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
 * @param figures the charts of each section, in the order of the page
 * @param bars what the bars about the medians are
 * @param crowded whether the parameter has too many values for a chart
 */
public record ReportCharts(Map<String, List<Figure>> figures, String bars, boolean crowded) {
  /**
   * A chart under its heading.
   *
   * @param heading the panel
   * @param chart the chart
   */
  public record Figure(String heading, Chart chart) {
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
   * @param axes the dimensions of the charts
   * @param regrets what each value on the horizontal axis costs more than the best
   * @return the charts
   */
  public static ReportCharts of(
      List<CellResult> cells, List<CellCurves> growth, Axes axes, List<Regret> regrets) {
    Map<Panel, List<CellPoint>> all =
        Panel.sort(
            cells.stream().flatMap(cell -> CellPoint.of(cell, axes).stream()).toList(),
            point -> point.cell().key(),
            axes);
    boolean crowded = all.keySet().stream().anyMatch(panel -> panel.x().isCrowded());
    Map<Panel, List<CellPoint>> panels = crowded ? Map.of() : all;
    List<CellPoint> points = panels.values().stream().flatMap(List::stream).toList();
    Map<Panel, List<CellCurves>> runs = Panel.few(growth, CellCurves::key, axes);
    String bars = points.stream().map(CellPoint::bar).distinct().collect(joining("; or "));
    Map<String, List<Figure>> figures = new LinkedHashMap<>();
    figures.put(
        "regret", regrets.stream().map(r -> new Figure(r.title(), RegretMap.of(r))).toList());
    figures.put("time", figures(panels, point -> true, CellCharts::time));
    figures.put("rpcs", figures(panels, p -> !Double.isNaN(p.rpcs()), CellCharts::rpcs));
    figures.put("growth", figures(runs, run -> true, CurveCharts::growth));
    figures.put("waits", figures(runs, CurveCharts::knowsWaits, CurveCharts::waits));
    return new ReportCharts(figures, bars.isEmpty() ? CellPoint.RANGE : bars, crowded);
  }

  /** What the maps of regret show, in words. */
  List<String> regrets() {
    return figures.getOrDefault("regret", List.of()).stream()
        .map(figure -> figure.chart().description())
        .toList();
  }

  /** All charts, in the order of the page. */
  public Stream<Chart> all() {
    return figures.values().stream().flatMap(List::stream).map(Figure::chart);
  }

  /** A chart under its heading for each panel with something to draw. */
  private static <T> List<Figure> figures(
      Map<Panel, List<T>> panels, Predicate<T> drawn, BiFunction<Panel, List<T>, Chart> chart) {
    List<Figure> figures = new ArrayList<>();
    panels.forEach(
        (panel, all) -> {
          List<T> some = all.stream().filter(drawn).toList();
          if (!some.isEmpty()) {
            figures.add(new Figure(panel.title(), chart.apply(panel, some)));
          }
        });
    return figures;
  }
}
