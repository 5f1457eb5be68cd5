package dev.sessionbench.report;

import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One table of a comparison in words, shared by the formats for readers; the same in every locale.
 *
 * @param title what it is a table of
 * @param table the table
 * @param notes its footnotes, each after its number
 */
public record ComparisonSheet(String title, TextTable table, List<String> notes) {
  /** What a terminal shows. */
  private static final int WIDEST = 120;

  /** What stands where nothing was measured, or compared. */
  private static final String NONE = "-";

  /** What stands at a place: a value, and a change beside it. */
  private record Cell(String value, String change) {
    static final Cell EMPTY = new Cell(NONE, NONE);
  }

  /** A metric, with a line for each row. */
  static ComparisonSheet ofMetric(MetricTable table) {
    Map<String, Map<String, Cell>> lines = new LinkedHashMap<>();
    table.entries().forEach(entry -> put(lines, entry.row(), entry, table.notes()));
    if (!table.means().isEmpty()) {
      Map<String, Cell> means = new LinkedHashMap<>();
      table.columns().forEach(column -> means.put(column, new Cell("", NONE)));
      table
          .means()
          .forEach(
              (column, mean) -> means.put(column, new Cell("", ratio(mean) + rows(table, column))));
      lines.put("geometric mean", means);
    }
    return new ComparisonSheet(
        "%s, %s (%s is better)"
            .formatted(
                table.metric(),
                table.unit(),
                table.direction().name().toLowerCase(Locale.ROOT).replace("_is_better", "")),
        new Layout(table, table.rowHeading(), table.unit()).of(lines),
        numbered(table.notes()));
  }

  /** Over how many rows a column's mean is, where the base has more. */
  private static String rows(MetricTable table, String column) {
    List<MetricTable.Row> based =
        table.rows().stream().filter(row -> row.entry(table.base()).isPresent()).toList();
    long found = based.stream().filter(row -> row.entry(column).isPresent()).count();
    return found < based.size() ? " (%s of %s rows)".formatted(found, based.size()) : "";
  }

  /** For each row a sheet, with a line for each metric. */
  static List<ComparisonSheet> ofRows(List<MetricTable> tables) {
    Set<String> rows = new LinkedHashSet<>();
    tables.forEach(table -> table.rows().forEach(row -> rows.add(row.label())));
    return rows.stream().map(row -> ofRow(row, tables)).toList();
  }

  private static ComparisonSheet ofRow(String row, List<MetricTable> tables) {
    Set<String> found = new LinkedHashSet<>();
    tables.forEach(table -> entries(table, row).forEach(entry -> found.addAll(entry.notes())));
    List<String> notes = List.copyOf(found);
    Map<String, Map<String, Cell>> lines = new LinkedHashMap<>();
    for (MetricTable table : tables) {
      String metric = table.metric() + ", " + table.unit();
      entries(table, row).forEach(entry -> put(lines, metric, entry, notes));
    }
    return new ComparisonSheet(
        row, new Layout(tables.get(0), "metric", "value").of(lines), numbered(notes));
  }

  private static List<MetricTable.Entry> entries(MetricTable table, String row) {
    return table.entries().filter(entry -> entry.row().equals(row)).toList();
  }

  private static void put(
      Map<String, Map<String, Cell>> lines,
      String label,
      MetricTable.Entry entry,
      List<String> notes) {
    lines
        .computeIfAbsent(label, line -> new LinkedHashMap<>())
        .put(
            entry.column(),
            new Cell(
                value(entry, notes), entry.comparison().map(ComparisonSheet::change).orElse(NONE)));
  }

  private static List<String> numbered(List<String> notes) {
    return IntStream.range(0, notes.size())
        .mapToObj(i -> "(" + (i + 1) + ") " + notes.get(i))
        .toList();
  }

  /**
   * How lines are laid out: with a column for each value; turned, a row for each, where that is too
   * wide.
   *
   * @param like a table with the columns and the base
   * @param rowHeading the heading of the lines' labels
   * @param valueHeading the heading of their values
   */
  private record Layout(MetricTable like, String rowHeading, String valueHeading) {
    TextTable of(Map<String, Map<String, Cell>> lines) {
      TextTable sideways = sideways(lines);
      return sideways.width() <= WIDEST ? sideways : turned(lines);
    }

    private boolean isBase(String column) {
      return column.equals(like.base());
    }

    private TextTable sideways(Map<String, Map<String, Cell>> lines) {
      List<String> head = new ArrayList<>(List.of(rowHeading));
      for (String column : like.columns()) {
        head.add(column);
        if (!isBase(column)) {
          head.add("vs " + like.base());
        }
      }
      TextTable text = new TextTable(head);
      lines.forEach(
          (label, line) -> {
            List<String> cells = new ArrayList<>(List.of(label));
            for (String column : like.columns()) {
              Cell cell = line.getOrDefault(column, Cell.EMPTY);
              cells.add(cell.value);
              if (!isBase(column)) {
                cells.add(cell.change);
              }
            }
            text.add(cells);
          });
      return text;
    }

    private TextTable turned(Map<String, Map<String, Cell>> lines) {
      TextTable text =
          new TextTable(
              List.of(rowHeading, like.columnHeading(), valueHeading, "vs " + like.base()));
      for (Map.Entry<String, Map<String, Cell>> line : lines.entrySet()) {
        String label = line.getKey();
        for (String column : like.columns()) {
          Cell cell = line.getValue().getOrDefault(column, Cell.EMPTY);
          if (line.getValue().containsKey(column) || mayHave(line.getValue(), column)) {
            text.add(List.of(label, column, cell.value, isBase(column) ? "" : cell.change));
            label = "";
          }
        }
      }
      return text;
    }

    /** Not where the column is of what has no such parameter, or the line is. */
    private static boolean mayHave(Map<String, Cell> line, String column) {
      return !column.equals(Pivot.ABSENT) && !line.keySet().equals(Set.of(Pivot.ABSENT));
    }
  }

  private static String value(MetricTable.Entry entry, List<String> notes) {
    Sample sample = entry.sample();
    String value = Numbers.fourDigits(sample.median());
    if (sample.n() == 0) {
      value = NONE;
    } else if (entry.exact()) {
      Sample all = entry.all();
      value = count(all.min()) + (entry.disagrees() ? ".." + count(all.max()) : "");
    }
    return value
        + entry.interval().map(i -> interval(i, Numbers::fourDigits)).orElse("")
        + " n="
        + sample.n()
        + entry.notes().stream()
            .map(note -> " (%s)".formatted(notes.indexOf(note) + 1))
            .collect(Collectors.joining());
  }

  private static String change(Comparison comparison) {
    String size = Double.isNaN(comparison.ratio()) ? "n/a" : ratio(comparison.ratio());
    String interval =
        comparison.interval().map(i -> interval(i, ComparisonSheet::ratio)).orElse("");
    return switch (comparison.verdict()) {
      case BETTER -> size + interval + " better";
      case WORSE -> size + interval + " worse";
      case EQUAL -> "equal";
      case NOT_FOUND -> "~" + interval;
      case TOO_FEW -> "too few forks";
    };
  }

  private static String interval(Interval interval, DoubleFunction<String> words) {
    return " [" + words.apply(interval.low()) + ", " + words.apply(interval.high()) + "]";
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.3fx", ratio);
  }

  private static String count(double value) {
    return Numbers.wholeOr(value, Numbers::fourDigits);
  }
}
