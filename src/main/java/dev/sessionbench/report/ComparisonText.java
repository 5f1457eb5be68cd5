package dev.sessionbench.report;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Sample;
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
 * A comparison for readers: the answer first, then tables, then what is to be known of them.
 *
 * @param page whether it is a whole page of HTML, of elements and not of lines
 * @param beforeTitle what stands before a title
 * @param afterTitle what stands after it
 * @param lineBreak what stands between lines that belong together
 * @param escape how words mean themselves
 * @param tables how tables are written
 */
record ComparisonText(
    boolean page,
    String beforeTitle,
    String afterTitle,
    String lineBreak,
    UnaryOperator<String> escape,
    Function<TextTable, String> tables) {
  /** For a terminal. */
  static final ComparisonText PLAIN =
      new ComparisonText(false, "", "\n\n", "\n", Escape::terminal, TextTable::render);

  /** In Markdown. */
  static final ComparisonText MARKDOWN =
      new ComparisonText(false, "### ", "\n\n", "  \n", Escape::markdown, TextTable::markdown);

  /** A page without scripts. */
  static final ComparisonText HTML =
      new ComparisonText(
          true,
          "<h2>",
          "</h2>\n",
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
      text.append(beforeTitle).append(escape.apply(sheet.title())).append(afterTitle);
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
      text.append(page ? "<p>" : "");
      text.append(lines.stream().map(escape).collect(Collectors.joining(lineBreak)));
      text.append(page ? "</p>\n" : "\n\n");
    }
  }

  /**
   * A comparison as one table in Markdown: in each cell the median time and the RPCs; then notes.
   */
  static final class ReadmeTable {
    private ReadmeTable() {}

    static String render(ComparisonReport report) {
      List<MetricTable> times =
          report.tables().stream()
              .filter(table -> table.metric().equals(CellResult.SCORE))
              .filter(table -> ScoreUnit.millisPer(table.unit()).isPresent())
              .toList();
      if (times.isEmpty()) {
        throw new BadInput("--format readme: the data holds no times");
      }
      List<String> columns = times.get(0).columns();
      TextTable text =
          new TextTable(
              Stream.concat(Stream.of("ms / RPCs by " + report.columnHeading()), columns.stream())
                  .toList());
      for (MetricTable table : times) {
        double millis = ScoreUnit.millisPer(table.unit()).orElseThrow();
        for (MetricTable.Row row : table.rows()) {
          List<String> cells = new ArrayList<>(List.of(row.label()));
          for (String column : columns) {
            cells.add(
                row.entry(column)
                    .map(entry -> time(entry, millis) + rpcs(report, entry))
                    .orElse("-"));
          }
          text.add(cells);
        }
      }
      boolean bound =
          times.stream().anyMatch(table -> table.notes().contains(MachineBound.FOOTNOTE));
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
          .flatMap(table -> table.rows().stream())
          .filter(row -> row.label().equals(time.row()))
          .flatMap(row -> row.entry(time.column()).stream())
          .map(entry -> " / " + count(entry))
          .findFirst()
          .orElse("");
    }

    private static String count(MetricTable.Entry entry) {
      Sample all = entry.all();
      return entry.disagrees()
          ? Numbers.label(all.min()) + ".." + Numbers.label(all.max())
          : Numbers.label(all.median());
    }
  }
}
