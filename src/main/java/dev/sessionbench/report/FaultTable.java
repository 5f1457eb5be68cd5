package dev.sessionbench.report;

import com.google.common.collect.ImmutableMap;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.report.ParameterValues.ParameterColumns;
import dev.sessionbench.report.ResultTables.ResultTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Shows what a faulty server did to growing pools: a row for each scenario and step. Numbers are
 * medians over the forks, with the range of the forks if they differ.
 */
public final class FaultTable {
  /** Stands where there is nothing to measure. */
  private static final String NOTHING = "–";

  private static final String SCENARIO = "scenario";

  /** The headings of metrics. */
  private static final ImmutableMap<String, String> METRICS =
      ImmutableMap.of(
          "Faults", RunMetric.FAULTS.key(),
          "Failed RPCs", RunMetric.FAILED_RPCS.key(),
          "Errors seen", RunMetric.APPLICATION_ERRORS.key(),
          "Waiters failed per failed creation", RunMetric.BLAST_RADIUS.key(),
          "Recovered after (ms)", RunMetric.TIME_TO_RECOVER.key(),
          "Creation RPCs", ResultTables.RPCS_METRIC,
          "Sessions leaked", RunMetric.LEAKED.key(),
          "Beyond max", RunMetric.BEYOND_MAX.key());

  private FaultTable() {}

  /**
   * Whether a cell belongs to the fault benchmark.
   *
   * @param cell the cell
   * @return true for the cells of FaultBenchmark
   */
  public static boolean shows(CellResult cell) {
    return cell.key().classAndMethod().startsWith("FaultBenchmark.");
  }

  /**
   * The table of some results, the undisturbed pool first, then by scenario and step.
   *
   * @param results the results; the table leaves out those of other benchmarks than FaultBenchmark
   * @return the table; without rows if no result belongs in it
   */
  public static ResultTable of(List<CellResult> results) {
    List<CellResult> cells = results.stream().filter(FaultTable::shows).toList();
    ParameterColumns parameters =
        ParameterColumns.of(
            cells.stream().map(cell -> cell.key().without(Set.of(SCENARIO))).toList());
    List<Column<CellResult>> columns = new ArrayList<>();
    columns.add(Column.of("Scenario", FaultTable::scenario));
    columns.addAll(parameters.columns());
    columns.add(Column.of("Time (ms)", cell -> range(ResultTables.sample(cell))));
    METRICS.forEach(
        (heading, metric) ->
            columns.add(Column.of(heading, cell -> range(ResultTables.secondary(cell, metric)))));
    Comparator<CellResult> order =
        Comparator.comparing((CellResult cell) -> !scenario(cell).equals("none"))
            .thenComparing(FaultTable::scenario)
            .thenComparing(parameters.order());
    return ResultTable.of(
        "table-faults",
        "When things go wrong",
        cells.stream().sorted(order).toList(),
        columns,
        cell -> Stream.empty());
  }

  /**
   * The scenarios that left the server with sessions that the pool does not know.
   *
   * @param results the results
   * @return the scenarios by name, joined by commas; empty if there are none
   */
  public static String leaking(List<CellResult> results) {
    return results.stream()
        .filter(FaultTable::shows)
        .filter(cell -> RpcCounts.all(cell, RunMetric.LEAKED.key()).max() > 0)
        .map(FaultTable::scenario)
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String scenario(CellResult cell) {
    return cell.key().params().getOrDefault(SCENARIO, NOTHING);
  }

  private static String range(Sample sample) {
    String median = Numbers.label(sample.median());
    String low = Numbers.label(sample.min());
    String high = Numbers.label(sample.max());
    return low.equals(high) ? median : "%s (%s to %s)".formatted(median, low, high);
  }
}
