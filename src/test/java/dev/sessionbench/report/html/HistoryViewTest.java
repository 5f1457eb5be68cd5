package dev.sessionbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.HistoryLine;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HistoryViewTest {
  @Test
  void anEmptyHistoryIsNotShown() {
    assertThat(HistoryView.of(List.of()).shown()).isFalse();
  }

  @Test
  void eachBenchmarkHasAChartAndEachBaselineARow() {
    HistoryView view =
        HistoryView.of(
            List.of(
                line("2026-01-02T03:04:05Z", "25", 0.5, 34),
                line("2026-02-02T03:04:05Z", "25", 0.6, 35)));
    assertThat(view.charts()).hasSize(1);
    assertThat(view.charts().get(0).heading()).isEqualTo("burst");
    assertThat(view.charts().get(0).svg()).contains("2026-01-02, 10: 0.5", "2026-02-02, 10: 0.6");
    assertThat(view.accepted())
        .extracting(HistoryView.Accepted::changes)
        .containsExactly("the first", "burst incStep=10 rpcs 34 to 35");
    assertThat(view.accepted().get(0).commit()).isEqualTo("0123456789");
  }

  @Test
  void baselinesOverAnotherBaseAreLeftOut() {
    HistoryView view =
        HistoryView.of(
            List.of(line("2026-01-02", "1", 0.5, 34), line("2026-02-02", "25", 0.6, 34)));
    assertThat(view.accepted()).hasSize(1);
  }

  @Test
  void countsThatCameAndWentAreNamed() {
    HistoryLine before = line("a", "25", 1, 1);
    HistoryLine after =
        new HistoryLine(
            "b", "c", "v", "incStep", "25", new TreeMap<>(), new TreeMap<>(Map.of("x", 2L)));
    assertThat(HistoryView.of(List.of(before, after)).accepted().get(1).changes())
        .isEqualTo("x is new: 2; burst incStep=10 rpcs is gone");
  }

  @Test
  void namesOfAHistoryNeverBecomeMarkup() {
    HistoryLine hostile =
        new HistoryLine(
            "<b>",
            "<c>",
            "<v>",
            "incStep",
            "<i>",
            new TreeMap<>(Map.of("<script> incStep=<x>", 1.5)),
            new TreeMap<>());
    assertThat(HistoryView.of(List.of(hostile)).charts().get(0).svg())
        .doesNotContain("<script>", "<x>", "<i>");
  }

  private static HistoryLine line(String at, String base, double ratio, long rpcs) {
    return new HistoryLine(
        at,
        "0123456789abcdef",
        "6.107.0",
        "incStep",
        base,
        new TreeMap<>(Map.of("burst incStep=10", ratio)),
        new TreeMap<>(Map.of("burst incStep=10 rpcs", rpcs)));
  }
}
