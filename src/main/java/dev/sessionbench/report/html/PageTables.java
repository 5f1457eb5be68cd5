package dev.sessionbench.report.html;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.MachineBound;
import dev.sessionbench.report.PublishedResult;
import dev.sessionbench.report.RegretTable;
import dev.sessionbench.report.ResultTable;
import dev.sessionbench.report.ResultTable.Column;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.report.RpcCounts;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The page's tables of times and RPCs, in the layout of the original pull request. */
final class PageTables {
  private static final String COSTS = "table-costs";
  private static final String METHODS = "table-methods";

  private PageTables() {}

  static List<ResultTable> of(List<CellResult> cells) {
    return Stream.of(
            ResultTable.of(
                "table-times",
                "Execution time in milliseconds",
                cells,
                cell -> ResultTables.isTimed(cell) && ResultTables.sample(cell).n() > 0,
                columns(
                    Ideal.times(cells, "–"),
                    PublishedResult.column(row -> Numbers.oneDecimal(row.millis()), "–"),
                    new Column(
                        "Median",
                        cell ->
                            ResultTables.millis(cell, Sample::median) + MachineBound.mark(cell)),
                    new Column("Fastest fork", cell -> ResultTables.millis(cell, Sample::min)),
                    new Column("Slowest fork", cell -> ResultTables.millis(cell, Sample::max)),
                    new Column("Forks", cell -> Integer.toString(ResultTables.sample(cell).n())))),
            ResultTable.of(
                "table-rpcs",
                "Number of BatchCreateSessions RPCs",
                cells,
                ResultTables::isCounted,
                columns(
                    Ideal.rpcs(cells, "–"),
                    PublishedResult.column(row -> Long.toString(row.rpcs()), "–"),
                    new Column("RPCs", PageTables::count),
                    new Column(
                        "Forks",
                        cell -> Integer.toString(ResultTables.rpcs(cell).rawData().size())))),
            RpcCounts.table(METHODS, cells),
            ResultTable.of(
                COSTS,
                "What a run costs, in virtual time",
                cells,
                cell -> cell.metric("sessionsNeverUsed").isPresent(),
                RegretTable.columns()))
        .filter(table -> !List.of(METHODS, COSTS).contains(table.id()) || !table.rows().isEmpty())
        .toList();
  }

  private static List<Column> columns(List<Column> ideal, Column last, Column... figures) {
    return Stream.of(Arrays.stream(figures), ideal.stream(), Stream.of(last))
        .flatMap(column -> column)
        .toList();
  }

  private static String count(CellResult cell) {
    Sample sample = RpcCounts.all(cell, ResultTables.RPCS_METRIC);
    String low = Numbers.label(sample.min());
    String high = Numbers.label(sample.max());
    if (low.equals(high)) {
      return low;
    }
    // A count that should be exact and is not is a finding: both ends are shown.
    return low
        + " – "
        + high
        + (RpcCounts.areExact(cell.key()) ? " (runs disagree)" : " (no fixed number)");
  }
}
