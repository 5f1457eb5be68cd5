package dev.sessionbench.report.html;

import dev.sessionbench.results.CellCurves;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.HistoryLine;
import java.util.List;

/**
 * What a report is made of.
 *
 * @param name how the page calls the result file
 * @param cells one result for each cell
 * @param curves what was observed over time; empty where that was not recorded
 * @param history the accepted baselines, oldest first
 */
public record ReportInput(
    String name, List<CellResult> cells, List<CellCurves> curves, List<HistoryLine> history) {
  /** Copies the lists. */
  public ReportInput {
    cells = List.copyOf(cells);
    curves = List.copyOf(curves);
    history = List.copyOf(history);
  }
}
