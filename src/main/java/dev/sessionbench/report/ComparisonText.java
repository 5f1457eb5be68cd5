package dev.sessionbench.report;

import com.samskivert.mustache.Mustache;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.report.ResultTables.MachineBound;
import dev.sessionbench.report.ResultTables.ScoreUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

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
    text.append(lines.stream().map(escape).collect(Collectors.joining(lineBreak)))
        .append(lines.isEmpty() ? "" : "\n\n");
  }

  /** A page without scripts. */
  static String page(ComparisonReport report) {
    return Mustache.compiler()
        .withEscaper(text -> Escape.markup(Escape.terminal(text)))
        .compile(Resource.text(ComparisonText.class, "comparison.mustache"))
        .execute(report);
  }

  /** One Markdown table with the median time and the RPCs in each cell; then notes. */
  static String readme(ComparisonReport report) {
    List<MetricTable> times =
        report.tables().stream()
            .filter(table -> table.metric().equals(CellResult.SCORE))
            .filter(table -> ScoreUnit.millisPer(table.unit()).isPresent())
            .toList();
    if (times.isEmpty()) {
      throw new BadInput("--format readme: the data holds no times");
    }
    List<String> columns = times.get(0).pivot().columns();
    List<String> head = new ArrayList<>(List.of("ms / RPCs by " + report.columnHeading()));
    head.addAll(columns);
    TextTable text = new TextTable(head);
    for (MetricTable table : times) {
      double millis = ScoreUnit.millisPer(table.unit()).orElseThrow();
      for (MetricTable.Row row : table.rows()) {
        List<String> cells = new ArrayList<>(List.of(row.label()));
        for (String column : columns) {
          cells.add(row.entry(column).map(e -> time(e, millis) + rpcs(report, e)).orElse("-"));
        }
        text.add(cells);
      }
    }
    boolean bound = times.stream().anyMatch(t -> t.notes().contains(MachineBound.FOOTNOTE));
    String footnote = bound ? "\n" + MachineBound.FOOTNOTE + "\n" : "";
    return text.markdown() + footnote + notes(report);
  }

  /** One Markdown table with all metrics in each cell; then notes. */
  static String cells(
      ComparisonReport report, BiFunction<CellResult, String, String> valueOfMetric) {
    List<String> metrics = report.tables().stream().map(MetricTable::metric).distinct().toList();
    Pivot pivot = report.tables().get(0).pivot();
    List<Column<String>> columns = new ArrayList<>();
    columns.add(new Column<>('l', String.join("; ", metrics), row -> row));
    for (String column : pivot.columns()) {
      columns.add(
          Column.of(
              column,
              row ->
                  pivot
                      .places()
                      .getOrDefault(row, Map.of())
                      .getOrDefault(column, List.of())
                      .stream()
                      .findFirst()
                      .map(
                          result ->
                              metrics.stream()
                                  .map(metric -> valueOfMetric.apply(result, metric))
                                  .collect(Collectors.joining("; ")))
                      .orElse("-")));
    }
    return TextTable.of(List.copyOf(pivot.places().keySet()), columns).markdown() + notes(report);
  }

  /** A metric as a multiple of virtual time. */
  static String ratio(CellResult result, String metric) {
    OptionalDouble ratio = Ideal.ratio(result, metric);
    return ratio.isEmpty() ? "-" : String.format(Locale.ROOT, "%.2f", ratio.getAsDouble());
  }

  /** The median of a metric over forks. */
  static String median(CellResult result, String metric) {
    double median = ResultTables.median(result, metric);
    return Double.isNaN(median) ? "-" : Numbers.label(median);
  }

  private static String notes(ComparisonReport report) {
    return report.notes().stream()
        .map(note -> "\n" + Escape.markdown("Note: " + note) + "\n")
        .collect(Collectors.joining());
  }

  private static String time(MetricTable.Entry entry, double millis) {
    return Numbers.label(entry.sample().median() * millis)
        + (entry.notes().contains(MachineBound.FOOTNOTE) ? MachineBound.MARK : "");
  }

  private static String rpcs(ComparisonReport report, MetricTable.Entry time) {
    return report.tables().stream()
        .filter(table -> table.metric().equals(ResultTables.RPCS_METRIC))
        .flatMap(MetricTable::entries)
        .filter(e -> e.row().equals(time.row()) && e.column().equals(time.column()))
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
