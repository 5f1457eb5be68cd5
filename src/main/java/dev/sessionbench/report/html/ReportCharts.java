package dev.sessionbench.report.html;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.chart.Axes;
import dev.sessionbench.report.chart.CellCharts;
import dev.sessionbench.report.chart.CellCharts.CellPoint;
import dev.sessionbench.report.chart.CurveCharts;
import dev.sessionbench.report.chart.Panel;
import dev.sessionbench.report.chart.RegretCharts;
import dev.sessionbench.report.chart.WaitChart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The charts of a report.
 *
 * @param figures the charts of each section, in the order of the page
 * @param bars what the bars about the medians are
 * @param wholeWaits whether waits are shown as whole distributions
 * @param crowded whether the parameter has too many values for a chart
 */
public record ReportCharts(
    Map<String, List<Figure>> figures, String bars, boolean wholeWaits, boolean crowded) {

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
   * @return the charts
   */
  public static ReportCharts of(List<CellResult> cells, List<CellCurves> growth, Axes axes) {
    Map<Panel, List<CellPoint>> all =
        Panel.sort(
            cells.stream().flatMap(cell -> CellPoint.of(cell, axes).stream()).toList(),
            point -> point.cell().key(),
            axes);
    boolean crowded = all.keySet().stream().anyMatch(panel -> panel.x().isCrowded());
    Map<Panel, List<CellPoint>> panels = crowded ? Map.of() : all;
    List<CellPoint> points = panels.values().stream().flatMap(List::stream).toList();
    Map<Panel, List<CellCurves>> runs = Panel.few(growth, CellCurves::key, axes);
    Map<Cell, CellResult> byKey = new HashMap<>();
    cells.forEach(cell -> byKey.putIfAbsent(cell.key(), cell));
    List<Figure> whole =
        figures(
            runs,
            run -> WaitChart.of(run, Optional.ofNullable(byKey.get(run.key())), axes),
            WaitChart::of);
    Map<Panel, List<CellPoint>> few = Panel.few(points, point -> point.cell().key(), axes);
    Map<Panel, List<CellPoint>> scaled = new LinkedHashMap<>(panels);
    scaled.keySet().removeIf(panel -> !panel.x().isNumeric());
    scaled.values().removeIf(of -> of.stream().anyMatch(point -> point.rpcs() == 0));
    Function<CellPoint, Optional<CellPoint>> counted =
        point -> Optional.of(point).filter(p -> !Double.isNaN(p.rpcs()));
    Function<CellCurves, Optional<CellCurves>> known =
        run -> Optional.of(run).filter(CurveCharts::knowsRequests);
    String bars = points.stream().map(CellPoint::bar).distinct().collect(joining("; or "));
    Map<String, List<Figure>> figures = new LinkedHashMap<>();
    figures.put("regret", Regret.of(cells, axes.x()).map(ReportCharts::regret).orElse(List.of()));
    figures.put("time", figures(panels, Optional::of, CellCharts::time));
    figures.put("rpcs", figures(panels, counted, CellCharts::rpcs));
    figures.put("growth", figures(runs, Optional::of, CurveCharts::growth));
    figures.put("requests", figures(runs, known, CurveCharts::requests));
    figures.put("waits", whole.isEmpty() ? figures(few, WaitChart::of, WaitChart::of) : whole);
    figures.put("cost", figures(scaled, counted, CellCharts::cost));
    return new ReportCharts(
        figures, bars.isEmpty() ? CellPoint.RANGE : bars, !whole.isEmpty(), crowded);
  }

  private static List<Figure> regret(Regret regret) {
    return Stream.concat(
            Stream.of(new Figure("Regret", RegretCharts.map(regret))),
            regret.loads().stream().map(l -> new Figure(l.title(), RegretCharts.waits(l))))
        .toList();
  }

  /** All charts, in the order of the page. */
  public Stream<Chart> all() {
    return figures.values().stream().flatMap(List::stream).map(Figure::chart);
  }

  /** A chart under its heading for each panel with something to draw. */
  private static <T, D> List<Figure> figures(
      Map<Panel, List<T>> panels,
      Function<T, Optional<D>> drawn,
      BiFunction<Panel, List<D>, Chart> chart) {
    List<Figure> figures = new ArrayList<>();
    panels.forEach(
        (panel, all) -> {
          List<D> some = all.stream().flatMap(item -> drawn.apply(item).stream()).toList();
          if (!some.isEmpty()) {
            figures.add(new Figure(panel.title(), chart.apply(panel, some)));
          }
        });
    return figures;
  }
}
