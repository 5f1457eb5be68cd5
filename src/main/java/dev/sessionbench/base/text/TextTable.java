package dev.sessionbench.base.text;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.Invalid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A table that can be printed for a terminal, in Markdown, in HTML or in CSV. */
public final class TextTable {
  private static final char LEFT = 'l';

  private final List<List<String>> rows = new ArrayList<>();
  private final String sides;

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
   * One column of a table whose rows are objects of one kind.
   *
   * @param side {@code l} for flush left or {@code r} for flush right
   */
  public record Column<T>(char side, String heading, Function<T, String> cell) {
    /** A column of numbers, flush right. */
    public static <T> Column<T> of(String heading, Function<T, String> cell) {
      return new Column<>('r', heading, cell);
    }
  }

  /** A table with one row for each object. */
  public static <T> TextTable of(List<T> things, List<Column<T>> columns) {
    String sides = columns.stream().map(c -> String.valueOf(c.side)).collect(joining());
    TextTable table = new TextTable(sides, columns.stream().map(Column::heading).toList());
    things.forEach(one -> table.add(columns.stream().map(c -> c.cell.apply(one)).toList()));
    return table;
  }

  /**
   * Adds a row.
   *
   * @param cells one for each column
   * @throws IllegalArgumentException if there are more or fewer
   */
  public void add(List<String> cells) {
    int columns = sides.length();
    Invalid.when(cells.size() != columns, "%s cells in a table of %s", cells.size(), columns);
    rows.add(List.copyOf(cells));
  }

  /**
   * The table for a terminal, with aligned columns; each row ends with a line feed. It is also
   * Markdown if no cell holds markup.
   */
  public String render() {
    return lines(Escape::terminal, true, "", " | ", "\n");
  }

  /** The table in Markdown, with every cell escaped; each row ends with a line feed. */
  public String markdown() {
    return lines(Escape::markdown, false, "| ", " | ", " |\n");
  }

  /** The table in HTML, with every cell escaped. */
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

  /** The table in CSV (RFC 4180), with no cell that a spreadsheet takes for a formula. */
  public String csv() {
    return rows.stream()
        .map(row -> row.stream().map(Escape::csv).collect(joining(",", "", "\n")))
        .collect(joining());
  }

  /** The width of the longest row of {@link #render}, in characters. */
  public int width() {
    return render().lines().mapToInt(String::length).max().orElse(0);
  }

  private String lines(
      UnaryOperator<String> escape, boolean inLine, String start, String between, String end) {
    List<List<String>> columns =
        IntStream.range(0, sides.length()).mapToObj(i -> column(i, escape, inLine)).toList();
    IntFunction<String> line =
        i -> columns.stream().map(column -> column.get(i)).collect(joining(between, start, end));
    return IntStream.rangeClosed(0, rows.size()).mapToObj(line).collect(joining());
  }

  /** The cells of a column, with the line below its heading. */
  private List<String> column(int index, UnaryOperator<String> escape, boolean inLine) {
    List<String> cells = new ArrayList<>();
    rows.forEach(row -> cells.add(escape.apply(row.get(index))));
    int width = inLine ? cells.stream().mapToInt(String::length).max().orElse(0) : 0;
    boolean left = sides.charAt(index) == LEFT;
    String colon = left ? "" : ":";
    cells.add(1, "-".repeat(inLine ? width - colon.length() : 3) + colon);
    cells.replaceAll(
        cell -> {
          String padding = " ".repeat(Math.max(0, width - cell.length()));
          return left ? cell + padding : padding + cell;
        });
    return cells;
  }
}
