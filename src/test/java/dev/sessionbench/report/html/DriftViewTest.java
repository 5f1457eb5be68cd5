package dev.sessionbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.GateLine;
import dev.sessionbench.report.sweep.SimulatedGates;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DriftViewTest {
  @Test
  void noGatesAreNotShown() {
    assertThat(DriftView.of(List.of()).shown()).isFalse();
  }

  @Test
  void everyFigureHasAChartInWhichItsMovesAreMarked() {
    DriftView view = DriftView.of(SimulatedGates.of(40, i -> i < 30 ? 0 : 0.05));
    assertThat(view.shown()).isTrue();
    assertThat(view.sentences()).anyMatch(line -> line.contains("wall time: +"));
    assertThat(view.charts())
        .extracting(ReportCharts.Figure::heading)
        .containsExactly("burstRead incStep=25 wall time", "burstRead incStep=25 allocated");
    assertThat(view.charts().get(0).svg())
        .containsOnlyOnce("<circle")
        .contains("head000030 of 2026-02-03");
    assertThat(view.charts().get(1).svg()).doesNotContain("<circle");
  }

  @Test
  void namesOfAHistoryNeverBecomeMarkup() {
    GateLine.Build build = new GateLine.Build("<b>", "<d>", "<c>", new TreeMap<>());
    GateLine line =
        new GateLine(
            "<t>",
            build,
            build,
            null,
            List.of(new GateLine.Figure("<script>", "<m>", "<u>", 0.1, 0.01, 12, 0)));
    assertThat(DriftView.of(List.of(line)).charts().get(0).svg())
        .doesNotContain("<script>", "<m>", "<t>");
  }
}
