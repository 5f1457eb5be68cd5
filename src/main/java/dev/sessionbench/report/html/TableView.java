package dev.sessionbench.report.html;

import dev.sessionbench.report.FaultTable;
import dev.sessionbench.report.MachineBound;
import dev.sessionbench.report.PublishedResult;
import dev.sessionbench.report.ResultTable;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.report.ScoreUnit;
import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A table as the page shows it.
 *
 * @param id its identifier in the page
 * @param caption what it holds
 * @param head the headings
 * @param rows the rows
 */
public record TableView(String id, String caption, List<String> head, List<Row> rows) {
  /**
   * A row.
   *
   * @param type the benchmark's class with its dot, which a narrow screen leaves out
   * @param name the benchmark's method
   * @param cells the rest
   * @param first whether a new benchmark begins here
   */
  public record Row(String type, String name, List<String> cells, boolean first) {}

  /**
   * The times, in the layout of the original pull request.
   *
   * @param cells one result for each cell
   * @return the table
   */
  public static TableView times(List<CellResult> cells) {
    return table(
        "table-times",
        "Execution time in milliseconds",
        List.of("Median", "Fastest fork", "Slowest fork", "Forks", "Published (2020)"),
        cells,
        TableView::time);
  }

  private static Optional<List<String>> time(CellResult cell) {
    OptionalDouble unit = ScoreUnit.millisPer(cell.primaryMetric().scoreUnit());
    Sample sample = Sample.ofForks(cell.primaryMetric().rawData());
    if (unit.isEmpty() || sample.n() == 0) {
      return Optional.empty();
    }
    double millis = unit.getAsDouble();
    return Optional.of(
        List.of(
            Numbers.oneDecimal(sample.median() * millis) + MachineBound.mark(cell),
            Numbers.oneDecimal(sample.min() * millis),
            Numbers.oneDecimal(sample.max() * millis),
            Integer.toString(sample.n()),
            published(cell, row -> Numbers.oneDecimal(row.millis()))));
  }

  /**
   * The numbers of RPCs, in the layout of the original pull request.
   *
   * @param cells one result for each cell
   * @return the table
   */
  public static TableView rpcs(List<CellResult> cells) {
    return table(
        "table-rpcs",
        "Number of BatchCreateSessions RPCs",
        List.of("RPCs", "Forks", "Published (2020)"),
        cells,
        cell ->
            Optional.ofNullable(cell.secondaryMetrics().get(ResultTables.RPCS_METRIC))
                .map(
                    metric ->
                        List.of(
                            count(metric),
                            Integer.toString(metric.rawData().size()),
                            published(cell, row -> Long.toString(row.rpcs())))));
  }

  /**
   * What a server that goes wrong did to the pools.
   *
   * @param cells one result for each cell
   * @return the table in a list; an empty list where no cell is of that kind
   */
  public static List<TableView> faults(List<CellResult> cells) {
    FaultTable faults = FaultTable.of(cells);
    if (faults.rows().isEmpty()) {
      return List.of();
    }
    List<Row> rows = new ArrayList<>();
    String before = "";
    for (FaultTable.Row row : faults.rows()) {
      rows.add(new Row("", row.scenario(), row.cells(), !row.scenario().equals(before)));
      before = row.scenario();
    }
    return List.of(
        new TableView("table-faults", "A growing pool, by scenario", faults.head(), rows));
  }

  private static TableView table(
      String id,
      String caption,
      List<String> measures,
      List<CellResult> cells,
      Function<CellResult, Optional<List<String>>> values) {
    ResultTable table = ResultTable.of(cells, measures, values);
    List<Row> rows = new ArrayList<>();
    String before = "";
    for (ResultTable.Row row : table.rows()) {
      CellKey key = row.key();
      rows.add(new Row(type(key), key.method(), row.cells(), !key.benchmark().equals(before)));
      before = key.benchmark();
    }
    return new TableView(id, caption, table.head(), rows);
  }

  private static String type(CellKey key) {
    String name = key.classAndMethod();
    return name.substring(0, name.lastIndexOf('.') + 1);
  }

  private static String published(CellResult cell, Function<PublishedResult, String> value) {
    return PublishedResult.of(cell.key()).map(value).orElse("–");
  }

  private static String count(Metric metric) {
    Sample sample = Sample.ofForks(metric.rawData());
    String low = Numbers.label(sample.min());
    String high = Numbers.label(sample.max());
    // A count that should be exact and is not is a finding: both ends are shown.
    return low.equals(high) ? low : low + " – " + high + " (forks disagree)";
  }
}
