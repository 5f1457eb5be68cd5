package dev.sessionbench.report;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A row for each result that has certain figures: what it is of, its parameters, and those.
 *
 * @param id its identifier in a page
 * @param caption what it holds
 * @param head the headings; the first is of the rows' labels
 * @param rows the rows
 */
public record ResultTable(String id, String caption, List<String> head, List<Row> rows) {
  /**
   * A column.
   *
   * @param heading its heading
   * @param words what stands there of a result
   */
  public record Column(String heading, Function<CellResult, String> words) {}

  /**
   * A row.
   *
   * @param result what it shows
   * @param label what the result is of
   * @param cells the rest, one for each further heading
   * @param first whether another benchmark, or another label, begins here
   */
  public record Row(CellResult result, String label, List<String> cells, boolean first) {
    /** Of a benchmark's label the class with its dot, which a narrow screen leaves out. */
    public String type() {
      return label.equals(result.key().classAndMethod())
          ? label.substring(0, label.lastIndexOf('.') + 1)
          : "";
    }

    /** The rest of the label. */
    public String name() {
      return label.substring(type().length());
    }
  }

  /**
   * The table of some benchmarks, by name and parameters.
   *
   * @param id its identifier in a page
   * @param caption what it holds
   * @param results one for each cell, in any order
   * @param shown which of them have a row
   * @param figures the columns after the parameters
   * @return the table
   */
  public static ResultTable of(
      String id,
      String caption,
      List<CellResult> results,
      Predicate<CellResult> shown,
      List<Column> figures) {
    ParameterColumns columns = ParameterColumns.of(results.stream().map(CellResult::key).toList());
    Stream<CellResult> sorted = results.stream().filter(shown).sorted(columns.order());
    Column label = new Column("Benchmark", result -> result.key().classAndMethod());
    return of(id, caption, sorted.toList(), label, columns, figures);
  }

  /** The table of results that are in order. */
  static ResultTable of(
      String id,
      String caption,
      List<CellResult> sorted,
      Column label,
      ParameterColumns parameters,
      List<Column> figures) {
    List<Column> rest = Stream.concat(parameters.columns(), figures.stream()).toList();
    List<Row> rows = new ArrayList<>();
    String before = "";
    for (CellResult result : sorted) {
      List<String> cells = rest.stream().map(column -> column.words.apply(result)).toList();
      String name = label.words.apply(result);
      String group = result.benchmark() + name;
      rows.add(new Row(result, name, cells, !group.equals(before)));
      before = group;
    }
    Stream<Column> all = Stream.concat(Stream.of(label), rest.stream());
    return new ResultTable(id, caption, all.map(Column::heading).toList(), rows);
  }

  /** The table under a heading, in line, as {@link TextTable#render} writes it. */
  public String render() {
    TextTable table = new TextTable(head);
    rows.forEach(
        row -> table.add(Stream.concat(Stream.of(row.label), row.cells.stream()).toList()));
    return "### " + caption + "\n\n" + table.render();
  }
}
