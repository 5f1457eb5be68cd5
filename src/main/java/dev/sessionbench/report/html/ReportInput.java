package dev.sessionbench.report.html;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.GrowthCurve;
import dev.sessionbench.results.HistoryLine;
import java.util.List;

/**
 * What a report is made of.
 *
 * @param name how the page calls the result file
 * @param cells one result for each cell
 * @param growth how pools grew; empty where that was not recorded
 * @param history the accepted baselines, oldest first
 */
public record ReportInput(
    String name, List<CellResult> cells, List<GrowthCurve> growth, List<HistoryLine> history) {
  /** Copies the lists. */
  public ReportInput {
    cells = List.copyOf(cells);
    growth = List.copyOf(growth);
    history = List.copyOf(history);
  }
}
