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
 * Holds every chart of a report, by section.
 *
 * @param time time against a parameter
 * @param rpcs RPCs against a parameter
 * @param growth the pool against time
 * @param requests the requests for sessions against time
 * @param waits the waits for a session
 * @param cost time against RPCs, for panels whose values are numbers and whose cells all make RPCs;
 *     other panels have no trade-off
 * @param regret what each value costs on each load: a map, and waits against costs for each load
 * @param bars what the bars about the medians are
 * @param wholeWaits whether the waits are whole distributions instead of three metrics
 * @param crowded whether there are too many values for one axis
 */
public record ReportCharts(
    List<Figure> time,
    List<Figure> rpcs,
    List<Figure> growth,
    List<Figure> requests,
    List<Figure> waits,
    List<Figure> cost,
    List<Figure> regret,
    String bars,
    boolean wholeWaits,
    boolean crowded) {

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
    String bars = points.stream().map(CellPoint::bar).distinct().collect(joining("; or "));
    return new ReportCharts(
        figures(panels, Optional::of, CellCharts::time),
        figures(panels, counted, CellCharts::rpcs),
        figures(runs, Optional::of, CurveCharts::growth),
        figures(
            runs,
            run -> Optional.of(run).filter(CurveCharts::knowsRequests),
            CurveCharts::requests),
        whole.isEmpty() ? figures(few, point -> WaitChart.of(point), WaitChart::of) : whole,
        figures(scaled, counted, CellCharts::cost),
        Regret.of(cells, axes.x()).map(ReportCharts::regret).orElse(List.of()),
        bars.isEmpty() ? CellPoint.RANGE : bars,
        !whole.isEmpty(),
        crowded);
  }

  private static List<Figure> regret(Regret regret) {
    return Stream.concat(
            Stream.of(new Figure("Regret", RegretCharts.map(regret))),
            regret.loads().stream().map(l -> new Figure(l.title(), RegretCharts.waits(l))))
        .toList();
  }

  /** All charts, in the order of the page. */
  public Stream<Chart> all() {
    return Stream.of(regret, time, rpcs, growth, requests, waits, cost)
        .flatMap(List::stream)
        .map(Figure::chart);
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
