package dev.sessionbench.report;

import dev.sessionbench.text.Escape;
import dev.sessionbench.text.TextTable;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A comparison for readers: the answer first, then tables, then what is to be known of them. */
enum ComparisonText {
  /** For a terminal. */
  PLAIN("", "\n\n", "\n", Escape::terminal, TextTable::render),
  /** In Markdown. */
  MARKDOWN("### ", "\n\n", "  \n", Escape::markdown, TextTable::markdown),
  /** A page without scripts. */
  HTML(
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

  private final String beforeTitle;
  private final String afterTitle;
  private final String lineBreak;

  // The functions have no state.
  @SuppressWarnings("ImmutableEnumChecker")
  private final UnaryOperator<String> escape;

  @SuppressWarnings("ImmutableEnumChecker")
  private final TableWriter tables;

  ComparisonText(
      String beforeTitle,
      String afterTitle,
      String lineBreak,
      UnaryOperator<String> escape,
      TableWriter tables) {
    this.beforeTitle = beforeTitle;
    this.afterTitle = afterTitle;
    this.lineBreak = lineBreak;
    this.escape = escape;
    this.tables = tables;
  }

  private interface TableWriter {
    String write(TextTable table);
  }

  String render(ComparisonReport report) {
    StringBuilder text = new StringBuilder(this == HTML ? HEAD : "");
    block(text, report.answer());
    for (MetricTable table : report.remarkable()) {
      String title = escape.apply(ComparisonCells.title(table));
      text.append(beforeTitle).append(title).append(afterTitle);
      text.append(tables.write(ComparisonCells.table(table))).append(this == HTML ? "" : "\n");
      block(
          text,
          IntStream.range(0, table.notes().size())
              .mapToObj(i -> "(" + (i + 1) + ") " + table.notes().get(i))
              .toList());
    }
    block(text, report.legend());
    block(text, report.notes().stream().map(note -> "Note: " + note).toList());
    report.details().forEach(paragraph -> block(text, List.of(paragraph)));
    return this == HTML ? text + "</body>\n</html>\n" : text.toString().stripTrailing() + "\n";
  }

  /** Lines that belong together. */
  private void block(StringBuilder text, List<String> lines) {
    if (!lines.isEmpty()) {
      text.append(this == HTML ? "<p>" : "");
      text.append(lines.stream().map(escape).collect(Collectors.joining(lineBreak)));
      text.append(this == HTML ? "</p>\n" : "\n\n");
    }
  }
}
