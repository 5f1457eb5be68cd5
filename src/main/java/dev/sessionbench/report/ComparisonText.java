package dev.sessionbench.report;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A comparison for a terminal, and as Markdown. */
final class ComparisonText {
  private ComparisonText() {}

  static String text(ComparisonReport report) {
    return render(report, "", ComparisonText::plain, ComparisonText::columns);
  }

  static String markdown(ComparisonReport report) {
    return render(report, "### ", ComparisonText::escape, table -> markdownTable(table));
  }

  private interface TableWriter {
    String write(MetricTable table);
  }

  private static String render(
      ComparisonReport report, String heading, UnaryOperator<String> words, TableWriter tables) {
    StringBuilder text = new StringBuilder();
    for (MetricTable table : report.tables()) {
      text.append(heading).append(words.apply(ComparisonCells.title(table))).append("\n\n");
      text.append(tables.write(table)).append('\n');
      for (int i = 0; i < table.notes().size(); i++) {
        text.append("(%s) ".formatted(i + 1)).append(words.apply(table.notes().get(i)));
        text.append(heading.isEmpty() || i == table.notes().size() - 1 ? "\n" : "  \n");
      }
      text.append(table.notes().isEmpty() ? "" : "\n");
    }
    report.notes().forEach(note -> text.append("Note: ").append(words.apply(note)).append("\n\n"));
    report
        .recommendation()
        .ifPresent(
            r ->
                r.paragraph()
                    .lines()
                    .forEach(line -> text.append(words.apply(line)).append("\n\n")));
    return text.toString().stripTrailing() + "\n";
  }

  private static String columns(MetricTable table) {
    TextTable rows = new TextTable(plain(ComparisonCells.header(table)));
    ComparisonCells.rows(table).forEach(row -> rows.add(plain(row)));
    return rows.render();
  }

  private static String markdownTable(MetricTable table) {
    StringBuilder text = new StringBuilder();
    List<String> header = ComparisonCells.header(table);
    text.append(line(header))
        .append("|---")
        .append("|---:".repeat(header.size() - 1))
        .append("|\n");
    ComparisonCells.rows(table).forEach(row -> text.append(line(row)));
    return text.toString();
  }

  private static String line(List<String> cells) {
    return cells.stream()
        .map(ComparisonText::escape)
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private static List<String> plain(List<String> cells) {
    return cells.stream().map(ComparisonText::plain).toList();
  }

  /** Control characters of a file could move a terminal's cursor or recolour it. */
  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  private static String escape(String text) {
    return plain(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("([\\\\`*_\\[\\]|~#])", "\\\\$1");
  }
}
