package dev.sessionbench.report.chart;

import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.SyntheticRun;
import dev.sessionbench.base.text.Golden;
import dev.sessionbench.report.chart.CellCharts.CellPoint;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CellChartsTest {
  /** A change of the picture shows in review, as a change of time.svg. */
  @Test
  void drawingOfTwoCellsMatchesTheGoldenFile() throws java.io.IOException {
    List<CellResult> cells = List.of(cell("1"), cell("25"));
    Axes axes = new Axes("incStep", Optional.empty());
    Map<Panel, List<CellPoint>> panels =
        Panel.sort(
            cells.stream().flatMap(cell -> CellPoint.of(cell, axes).stream()).toList(),
            point -> point.cell().key(),
            axes);
    Panel panel = panels.keySet().iterator().next();
    Chart chart = CellCharts.time(panel, Objects.requireNonNull(panels.get(panel)));
    Golden.assertIs("report/chart/time.svg", chart.inline());
  }

  private static CellResult cell(String incStep) {
    return SyntheticRun.cell(
        "a.B.<c>", Map.of("incStep", incStep), "-Dx", SyntheticRun.environment());
  }
}
