package dev.sessionbench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table in Markdown whose columns line up as plain text. The first column is flush left, the
 * others flush right.
 */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();
  private final int columns;

  /**
   * A table without rows.
   *
   * @param header the names of its columns
   */
  public TextTable(List<String> header) {
    columns = header.size();
    rows.add(List.copyOf(header));
  }

  /**
   * Adds a row.
   *
   * @param cells one for each column
   * @throws IllegalArgumentException if there are more or fewer
   */
  public void add(List<String> cells) {
    if (cells.size() != columns) {
      throw new IllegalArgumentException(cells.size() + " cells in a table of " + columns);
    }
    rows.add(List.copyOf(cells));
  }

  /** The table, each row ended by a line feed. */
  public String render() {
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      appendRow(text, rows.get(i), widths);
      if (i == 0) {
        appendRule(text, widths);
      }
    }
    return text.toString();
  }

  private static void appendRow(StringBuilder text, List<String> row, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - row.get(i).length());
      text.append(i == 0 ? row.get(i) + padding : " | " + padding + row.get(i));
    }
    text.append('\n');
  }

  private static void appendRule(StringBuilder text, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      text.append(i == 0 ? "-".repeat(widths[i]) : " | " + "-".repeat(widths[i] - 1) + ":");
    }
    text.append('\n');
  }
}
