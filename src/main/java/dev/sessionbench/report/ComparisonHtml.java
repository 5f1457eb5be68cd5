package dev.sessionbench.report;

import java.util.List;

/** A comparison as a page. Every string of the data passes through {@link #escape}. */
final class ComparisonHtml {
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

  private ComparisonHtml() {}

  static String render(ComparisonReport report) {
    StringBuilder html = new StringBuilder(HEAD);
    for (MetricTable table : report.tables()) {
      element(html, "h2", ComparisonCells.title(table));
      html.append("<table>\n");
      row(html, "th", ComparisonCells.header(table));
      ComparisonCells.rows(table).forEach(cells -> row(html, "td", cells));
      html.append("</table>\n");
      for (int i = 0; i < table.notes().size(); i++) {
        element(html, "p", "(" + (i + 1) + ") " + table.notes().get(i));
      }
    }
    report.notes().forEach(note -> element(html, "p", "Note: " + note));
    report
        .recommendation()
        .ifPresent(text -> text.paragraph().lines().forEach(line -> element(html, "p", line)));
    return html.append("</body>\n</html>\n").toString();
  }

  private static void row(StringBuilder html, String tag, List<String> cells) {
    html.append("<tr>");
    cells.forEach(cell -> append(html, tag, cell));
    html.append("</tr>\n");
  }

  private static void element(StringBuilder html, String tag, String text) {
    append(html, tag, text);
    html.append('\n');
  }

  private static void append(StringBuilder html, String tag, String text) {
    html.append('<').append(tag).append('>').append(escape(text));
    html.append("</").append(tag).append('>');
  }

  /** Text that holds no markup, neither in an element nor in a quoted attribute. */
  static String escape(String text) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(c < ' ' && c != '\t' ? '?' : c);
      }
    }
    return safe.toString();
  }
}
