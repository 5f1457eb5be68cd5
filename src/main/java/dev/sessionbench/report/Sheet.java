package dev.sessionbench.report;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.report.ParameterValues.ParameterColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A table with its title and footnotes, for any format; the same in every locale.
 *
 * @param title what the table shows
 * @param table the table
 * @param notes its footnotes
 */
public record Sheet(String title, TextTable table, List<String> notes) {
  /**
   * The sheet of some results: each with its benchmark, its parameters and some metrics.
   *
   * @param title what it holds
   * @param results one for each cell, in any order
   * @param shown selects the results that have a row
   * @param metrics the columns after the parameters
   * @param footnotes gives the notes on a row
   * @return the sheet; empty if no result is shown
   */
  public static Stream<Sheet> of(
      String title,
      List<CellResult> results,
      Predicate<CellResult> shown,
      List<Column<CellResult>> metrics,
      Function<CellResult, Stream<String>> footnotes) {
    ParameterColumns parameters =
        ParameterColumns.of(results.stream().map(CellResult::key).toList());
    List<CellResult> rows = results.stream().filter(shown).sorted(parameters.order()).toList();
    List<Column<CellResult>> columns = new ArrayList<>();
    columns.add(new Column<>('l', "Benchmark", result -> result.key().classAndMethod()));
    columns.addAll(parameters.columns());
    columns.addAll(metrics);
    List<String> notes = rows.stream().flatMap(footnotes).distinct().toList();
    return Stream.of(new Sheet(title, TextTable.of(rows, columns), notes))
        .filter(sheet -> !rows.isEmpty());
  }

  /** The table under a heading, aligned as {@link TextTable#render} writes it. */
  public String render() {
    String footnotes = notes.isEmpty() ? "" : "\n" + String.join("\n", notes) + "\n";
    return "### " + title + "\n\n" + table.render() + footnotes;
  }
}
