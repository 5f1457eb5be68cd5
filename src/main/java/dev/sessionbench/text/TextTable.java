package dev.sessionbench.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table for a terminal, in Markdown or in HTML. */
public final class TextTable {
  private static final char LEFT = 'l';

  private final List<List<String>> rows = new ArrayList<>();
  private final String sides;

  /**
   * A table without rows, its first column flush left and the others flush right.
   *
   * @param header the names of its columns
   */
  public TextTable(List<String> header) {
    this("l" + "r".repeat(header.size() - 1), header);
  }

  /**
   * A table without rows.
   *
   * @param sides for each column {@code l} for flush left or {@code r} for flush right
   * @param header the names of its columns
   */
  public TextTable(String sides, List<String> header) {
    this.sides = sides;
    add(header);
  }

  /**
   * Adds a row.
   *
   * @param cells one for each column
   * @throws IllegalArgumentException if there are more or fewer
   */
  public void add(List<String> cells) {
    if (cells.size() != sides.length()) {
      throw new IllegalArgumentException(cells.size() + " cells in a table of " + sides.length());
    }
    rows.add(List.copyOf(cells));
  }

  /**
   * The table for a terminal, its columns in line, each row ended by a line feed. It is Markdown
   * too, if no cell holds markup.
   */
  public String render() {
    return lines(Escape::terminal, true, "", " | ", "\n");
  }

  /** The table in Markdown, every cell escaped, each row ended by a line feed. */
  public String markdown() {
    return lines(Escape::markdown, false, "| ", " | ", " |\n");
  }

  /** The table in HTML, every cell escaped. */
  public String html() {
    StringBuilder html = new StringBuilder("<table>\n");
    String tag = "th";
    for (List<String> row : rows) {
      html.append("<tr>");
      for (String cell : row) {
        String text = Escape.markup(Escape.terminal(cell));
        html.append('<' + tag + '>').append(text).append("</" + tag + '>');
      }
      html.append("</tr>\n");
      tag = "td";
    }
    return html.append("</table>\n").toString();
  }

  /** The longest row of {@link #render}, in characters. */
  public int width() {
    return render().lines().mapToInt(String::length).max().orElse(0);
  }

  private String lines(
      UnaryOperator<String> escape, boolean inLine, String start, String between, String end) {
    List<List<String>> cells =
        rows.stream().map(row -> row.stream().map(escape).toList()).collect(Collectors.toList());
    int[] widths =
        IntStream.range(0, sides.length())
            .map(i -> inLine ? cells.stream().mapToInt(r -> r.get(i).length()).max().orElse(0) : 0)
            .toArray();
    cells.add(1, rule(widths, inLine));
    return cells.stream()
        .map(row -> row(row, widths).collect(Collectors.joining(between, start, end)))
        .collect(Collectors.joining());
  }

  private Stream<String> row(List<String> row, int[] widths) {
    return IntStream.range(0, widths.length)
        .mapToObj(
            i -> {
              String padding = " ".repeat(Math.max(0, widths[i] - row.get(i).length()));
              return sides.charAt(i) == LEFT ? row.get(i) + padding : padding + row.get(i);
            });
  }

  private List<String> rule(int[] widths, boolean inLine) {
    return IntStream.range(0, widths.length)
        .mapToObj(
            i -> {
              String colon = sides.charAt(i) == LEFT ? "" : ":";
              return "-".repeat(inLine ? widths[i] - colon.length() : 3) + colon;
            })
        .toList();
  }
}
