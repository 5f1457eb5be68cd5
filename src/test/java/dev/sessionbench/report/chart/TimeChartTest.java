package dev.sessionbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.report.html.SyntheticRun;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimeChartTest {
  /** A change of the picture is seen in review, as a change of time.svg. */
  @Test
  void theDrawingOfTwoCellsIsTheGoldenOne() throws Exception {
    List<CellResult> cells = List.of(cell("1"), cell("25"));
    Axes axes = new Axes("incStep", Optional.empty());
    Map<Panel, List<CellPoint>> panels =
        Panel.sort(
            cells.stream().flatMap(cell -> CellPoint.of(cell, axes).stream()).toList(),
            point -> point.cell().key(),
            axes);
    Panel panel = panels.keySet().iterator().next();
    Chart chart = TimeChart.of(panel, Objects.requireNonNull(panels.get(panel)));
    try (InputStream golden =
        Objects.requireNonNull(TimeChartTest.class.getResourceAsStream("time.svg"))) {
      assertThat(chart.inline())
          .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static CellResult cell(String incStep) {
    return SyntheticRun.cell(
        "a.B.<c>", Map.of("incStep", incStep), "-Dx", SyntheticRun.environment());
  }
}
