package dev.sessionbench.report.html;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.HistoryLine;
import java.util.List;

/**
 * What a report is made of.
 *
 * @param name how the page calls the result file
 * @param cells one result for each cell
 * @param charted the cells that charts and tables show: not those in which the server goes wrong
 * @param history the accepted baselines, oldest first
 */
public record ReportInput(
    String name, List<CellResult> cells, List<CellResult> charted, List<HistoryLine> history) {}
