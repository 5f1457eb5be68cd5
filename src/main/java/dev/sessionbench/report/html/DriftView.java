package dev.sessionbench.report.html;

import dev.sessionbench.base.results.GateLine;
import dev.sessionbench.report.chart.HistoryChart;
import dev.sessionbench.report.sweep.Drift;
import dev.sessionbench.report.sweep.FigureChain;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The gates against one base as a page shows them.
 *
 * @param sentences what moved, and what could have been seen
 * @param charts a chart for each figure
 */
public record DriftView(List<String> sentences, List<ReportCharts.Figure> charts) {
  /** Whether there is anything to show. */
  public boolean shown() {
    return !sentences.isEmpty();
  }

  /**
   * The view of a history of gates.
   *
   * @param gates all gates, in any order
   * @return its view, empty for an empty history
   */
  public static DriftView of(List<GateLine> gates) {
    if (gates.isEmpty()) {
      return new DriftView(List.of(), List.of());
    }
    Drift drift = Drift.of(gates);
    List<FigureChain> figures = drift.figures();
    return new DriftView(
        drift.sentences(),
        IntStream.range(0, figures.size())
            .mapToObj(
                i ->
                    new ReportCharts.Figure(
                        figures.get(i).name(), HistoryChart.of("" + (i + 1), figures.get(i))))
            .toList());
  }
}
