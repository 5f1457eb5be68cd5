package dev.sessionbench.report;

import dev.sessionbench.stats.Comparison;
import dev.sessionbench.stats.Interval;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** A table's cells as words, shared by the formats for readers; the same in every locale. */
final class ComparisonCells {
  /** What a terminal shows. */
  private static final int WIDEST = 120;

  /** What stands where nothing was measured, or compared. */
  private static final String NONE = "-";

  private ComparisonCells() {}

  /** The table with a column for each value; turned, a row for each, where that is too wide. */
  static TextTable table(MetricTable table) {
    TextTable sideways = sideways(table);
    return sideways.width() <= WIDEST ? sideways : turned(table);
  }

  /** What stands at a place: a value, and a change beside it. */
  private record Cell(String value, String change) {}

  /** By the rows' labels, and in each by the column. */
  private static Map<String, Map<String, Cell>> lines(MetricTable table) {
    Map<String, Map<String, Cell>> lines = new LinkedHashMap<>();
    table
        .entries()
        .forEach(
            entry ->
                lines
                    .computeIfAbsent(entry.row(), label -> new LinkedHashMap<>())
                    .put(entry.column(), cell(table, entry)));
    if (!table.means().isEmpty()) {
      Map<String, Cell> means = new LinkedHashMap<>();
      table.columns().forEach(column -> means.put(column, new Cell("", NONE)));
      table.means().forEach((column, mean) -> means.put(column, new Cell("", ratio(mean))));
      lines.put("geometric mean", means);
    }
    return lines;
  }

  private static Cell cell(MetricTable table, MetricTable.Entry entry) {
    return new Cell(
        value(table, entry), entry.comparison().map(ComparisonCells::change).orElse(NONE));
  }

  private static TextTable sideways(MetricTable table) {
    List<String> head = new ArrayList<>(List.of(table.rowHeading()));
    for (String column : table.columns()) {
      head.add(column);
      if (!column.equals(table.base())) {
        head.add("vs " + table.base());
      }
    }
    TextTable text = new TextTable(head);
    lines(table)
        .forEach(
            (label, line) -> {
              List<String> cells = new ArrayList<>(List.of(label));
              for (String column : table.columns()) {
                Cell cell = line.getOrDefault(column, new Cell(NONE, NONE));
                cells.add(cell.value);
                if (!column.equals(table.base())) {
                  cells.add(cell.change);
                }
              }
              text.add(cells);
            });
    return text;
  }

  private static TextTable turned(MetricTable table) {
    TextTable text =
        new TextTable(
            List.of(table.rowHeading(), table.columnHeading(), table.unit(), "vs " + table.base()));
    for (Map.Entry<String, Map<String, Cell>> line : lines(table).entrySet()) {
      String label = line.getKey();
      for (Map.Entry<String, Cell> place : line.getValue().entrySet()) {
        Cell cell = place.getValue();
        String change = place.getKey().equals(table.base()) ? "" : cell.change;
        text.add(List.of(label, place.getKey(), cell.value, change));
        label = "";
      }
    }
    return text;
  }

  static String title(MetricTable table) {
    return "%s, %s (%s is better)"
        .formatted(
            table.metric(),
            table.unit(),
            table.direction().name().toLowerCase(Locale.ROOT).replace("_is_better", ""));
  }

  private static String value(MetricTable table, MetricTable.Entry entry) {
    Sample sample = entry.sample();
    String value = Numbers.fourDigits(sample.median());
    if (sample.n() == 0) {
      value = "-";
    } else if (entry.exact()) {
      value = count(sample.min()) + (entry.disagrees() ? ".." + count(sample.max()) : "");
    }
    return value
        + entry.interval().map(i -> interval(i, Numbers::fourDigits)).orElse("")
        + " n="
        + sample.n()
        + table.numbers(entry).stream().map(" (%s)"::formatted).collect(Collectors.joining());
  }

  private static String change(Comparison comparison) {
    String size = Double.isNaN(comparison.ratio()) ? "n/a" : ratio(comparison.ratio());
    String interval =
        comparison.interval().map(i -> interval(i, ComparisonCells::ratio)).orElse("");
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
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : Numbers.fourDigits(value);
  }
}
