package dev.sessionbench.report;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.report.ResultTables.MachineBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Writes a comparison as text.
 *
 * @param title the format of a table's title
 * @param lineBreak ends a line within a paragraph
 * @param escape escapes text
 * @param tables writes a table
 */
record ComparisonText(
    String title,
    String lineBreak,
    UnaryOperator<String> escape,
    Function<TextTable, String> tables) {
  static final ComparisonText PLAIN =
      new ComparisonText("%s\n\n", "\n", Escape::terminal, TextTable::render);

  static final ComparisonText MARKDOWN =
      new ComparisonText("### %s\n\n", "  \n", Escape::markdown, TextTable::markdown);

  String render(ComparisonReport report) {
    StringBuilder text = new StringBuilder();
    block(text, report.answer());
    for (Sheet sheet : report.sheets()) {
      text.append(title.formatted(escape.apply(sheet.title())));
      text.append(tables.apply(sheet.table())).append('\n');
      block(text, sheet.notes());
    }
    block(text, report.legend());
    block(text, report.notes().stream().map(note -> "Note: " + note).toList());
    report.findings().forEach(paragraph -> block(text, List.of(paragraph)));
    return text.toString().stripTrailing() + "\n";
  }

  private void block(StringBuilder text, List<String> lines) {
    text.append(lines.stream().map(escape).collect(joining(lineBreak)))
        .append(lines.isEmpty() ? "" : "\n\n");
  }

  /** A page without scripts. */
  static String page(ComparisonReport report) {
    UnaryOperator<String> markup = text -> Escape.markup(Escape.terminal(text));
    return Resource.template(ComparisonText.class, "comparison.mustache", markup).execute(report);
  }

  /** One Markdown table with the median time and the RPCs in each cell; then notes. */
  static String readme(ComparisonReport report) {
    List<MetricTable> times =
        report.tables().stream()
            .filter(table -> table.metric().equals(CellResult.SCORE))
            .filter(table -> ResultTables.millisPer(table.unit()).isPresent())
            .toList();
    BadInput.when(times.isEmpty(), "--format readme: the data holds no times");
    boolean bound = times.stream().anyMatch(t -> t.notes().contains(MachineBound.FOOTNOTE));
    return table(
        report,
        "ms / RPCs by " + report.columnHeading(),
        times.stream().flatMap(t -> t.cells().rowKeySet().stream()),
        (row, column) ->
            times.stream()
                .flatMap(t -> t.at(row, column).map(entry -> time(t, entry)))
                .map(time -> time + rpcs(report, row, column)),
        bound ? "\n" + MachineBound.FOOTNOTE + "\n" : "");
  }

  /** One Markdown table with all metrics in each cell; then notes. */
  static String cells(ComparisonReport report, BiFunction<CellResult, String, String> value) {
    List<String> metrics = report.tables().stream().map(MetricTable::metric).distinct().toList();
    Pivot pivot = report.tables().get(0).pivot();
    Function<CellResult, String> values =
        cell -> metrics.stream().map(name -> value.apply(cell, name)).collect(joining("; "));
    String heading = String.join("; ", metrics);
    Stream<String> rows = pivot.places().rowKeySet().stream();
    return table(report, heading, rows, (row, column) -> pivot.at(row, column).map(values), "");
  }

  /** A Markdown table with the first text of each place, then its footnote and the notes. */
  private static String table(
      ComparisonReport report,
      String heading,
      Stream<String> rows,
      BiFunction<String, String, Stream<String>> texts,
      String footnote) {
    List<Column<String>> columns = new ArrayList<>();
    columns.add(new Column<>('l', heading, row -> row));
    for (String column : report.tables().get(0).pivot().columns()) {
      columns.add(Column.of(column, row -> texts.apply(row, column).findFirst().orElse("-")));
    }
    return report.notes().stream()
        .map(note -> "\n" + Escape.markdown("Note: " + note) + "\n")
        .collect(
            joining("", TextTable.of(rows.distinct().toList(), columns).markdown() + footnote, ""));
  }

  /** A metric as a multiple of virtual time. */
  static String ratio(CellResult result, String metric) {
    return ResultTables.orDash(
        Ideal.ratio(result, metric), ratio -> String.format(Locale.ROOT, "%.2f", ratio));
  }

  /** The median of a metric over forks. */
  static String median(CellResult result, String metric) {
    return ResultTables.orDash(ResultTables.median(result, metric), Numbers::label);
  }

  private static String time(MetricTable table, MetricTable.Entry entry) {
    double millis = ResultTables.millisPer(table.unit()).orElseThrow();
    return Numbers.label(entry.sample().median() * millis)
        + (entry.notes().contains(MachineBound.FOOTNOTE) ? MachineBound.MARK : "");
  }

  private static String rpcs(ComparisonReport report, String row, String column) {
    return report.tables().stream()
        .filter(table -> table.metric().equals(ResultTables.RPCS_METRIC))
        .flatMap(table -> table.at(row, column))
        .map(
            entry ->
                entry.disagrees()
                    ? Numbers.label(entry.all().min()) + ".." + Numbers.label(entry.all().max())
                    : Numbers.label(entry.all().median()))
        .map(" / "::concat)
        .findFirst()
        .orElse("");
  }
}
