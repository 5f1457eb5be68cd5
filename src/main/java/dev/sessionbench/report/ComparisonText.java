package dev.sessionbench.report;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.report.ResultTables.MachineBound;
import dev.sessionbench.report.ResultTables.ScoreUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes a comparison for readers: first the answer, then tables, then notes.
 *
 * @param page whether it is a whole page of HTML, made of elements instead of lines
 * @param title how a title is written
 * @param lineBreak the separator of lines that belong together
 * @param escape escapes text for the format
 * @param tables how tables are written
 */
record ComparisonText(
    boolean page,
    String title,
    String lineBreak,
    UnaryOperator<String> escape,
    Function<TextTable, String> tables) {
  /** For a terminal. */
  static final ComparisonText PLAIN =
      new ComparisonText(false, "%s\n\n", "\n", Escape::terminal, TextTable::render);

  /** In Markdown. */
  static final ComparisonText MARKDOWN =
      new ComparisonText(false, "### %s\n\n", "  \n", Escape::markdown, TextTable::markdown);

  /** A page without scripts. */
  static final ComparisonText HTML =
      new ComparisonText(
          true,
          "<h2>%s</h2>\n",
          "</p>\n<p>",
          text -> Escape.markup(Escape.terminal(text)),
          TextTable::html);

  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>Comparison</title>
      <style>
      body { font-family: sans-serif; margin: 2em; }
      table { border-collapse: collapse; }
      th, td { border-bottom: 1px solid #ccc; padding: 0.3em 0.8em; text-align: right; }
      th:first-child, td:first-child { text-align: left; }
      </style>
      </head>
      <body>
      """;

  String render(ComparisonReport report) {
    StringBuilder text = new StringBuilder(page ? HEAD : "");
    block(text, report.answer());
    for (ComparisonSheet sheet : report.sheets()) {
      text.append(title.formatted(escape.apply(sheet.title())));
      text.append(tables.apply(sheet.table())).append(page ? "" : "\n");
      block(text, sheet.notes());
    }
    block(text, report.legend());
    block(text, report.notes().stream().map(note -> "Note: " + note).toList());
    report.recommendation().stream()
        .flatMap(recommendation -> recommendation.findings().stream())
        .forEach(paragraph -> block(text, List.of(paragraph)));
    return page ? text + "</body>\n</html>\n" : text.toString().stripTrailing() + "\n";
  }

  /** Lines that belong together. */
  private void block(StringBuilder text, List<String> lines) {
    if (!lines.isEmpty()) {
      String joined = lines.stream().map(escape).collect(Collectors.joining(lineBreak));
      text.append(page ? "<p>" + joined + "</p>\n" : joined + "\n\n");
    }
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
    return Stream.concat(
            Stream.of(MachineBound.FOOTNOTE).filter(footnote -> bound),
            report.notes().stream().map(note -> Escape.markdown("Note: " + note)))
        .map(note -> "\n" + note + "\n")
        .collect(Collectors.joining("", text.markdown(), ""));
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
