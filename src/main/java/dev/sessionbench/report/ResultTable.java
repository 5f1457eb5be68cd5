package dev.sessionbench.report;

import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A row for each result that has certain figures: its benchmark, its parameters, and those.
 *
 * @param head the headings; the first is of the benchmark
 * @param rows the rows, by benchmark and parameters
 */
public record ResultTable(List<String> head, List<Row> rows) {
  /** A result, and the cells beside its benchmark. */
  public record Row(CellKey key, List<String> cells) {}

  /**
   * The table of some results.
   *
   * @param results one for each cell, in any order
   * @param measures the headings of the figures
   * @param figures the figures of a result; nothing where it has no row
   * @return the table
   */
  public static ResultTable of(
      List<CellResult> results,
      List<String> measures,
      Function<CellResult, Optional<List<String>>> figures) {
    ParameterColumns columns = ParameterColumns.of(results.stream().map(CellResult::key).toList());
    List<Row> rows = new ArrayList<>();
    results.stream()
        .sorted(Comparator.comparing(CellResult::key, columns.order()))
        .forEach(
            result ->
                figures
                    .apply(result)
                    .map(
                        cells -> new Row(result.key(), joined(columns.values(result.key()), cells)))
                    .ifPresent(rows::add));
    List<String> parameters = joined(List.of("Benchmark"), columns.headings());
    return new ResultTable(joined(parameters, measures), rows);
  }

  /** The table in line, as {@link TextTable#render} writes it. */
  String render() {
    TextTable table = new TextTable(head);
    rows.forEach(row -> table.add(joined(List.of(row.key.classAndMethod()), row.cells)));
    return table.render();
  }

  private static List<String> joined(List<String> first, List<String> rest) {
    List<String> all = new ArrayList<>(first);
    all.addAll(rest);
    return all;
  }
}
