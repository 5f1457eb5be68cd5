package dev.sessionbench.report;

import dev.sessionbench.stats.Comparison;
import dev.sessionbench.stats.Interval;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.HashMap;
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

  private ComparisonCells() {}

  /** The table with a column for each value; turned, a row for each, where that is too wide. */
  static TextTable table(MetricTable table) {
    TextTable sideways = sideways(table);
    return sideways.width() <= WIDEST ? sideways : turned(table);
  }

  /** A row: at each of its columns a value, and beside that a change unless it is the base. */
  private record Line(String label, Map<String, String> values, Map<String, String> changes) {}

  private static List<Line> lines(MetricTable table) {
    List<Line> lines = new ArrayList<>();
    for (MetricTable.Row row : table.rows()) {
      Line line = new Line(row.label(), new LinkedHashMap<>(), new HashMap<>());
      row.entries()
          .forEach(
              (column, entry) -> {
                line.values.put(column, value(table, entry));
                entry.comparison().ifPresent(c -> line.changes.put(column, change(c)));
              });
      lines.add(line);
    }
    if (!table.means().isEmpty()) {
      Line means = new Line("geometric mean", new LinkedHashMap<>(), new HashMap<>());
      table.columns().forEach(column -> means.values.put(column, ""));
      table.means().forEach((column, mean) -> means.changes.put(column, ratio(mean)));
      lines.add(means);
    }
    return lines;
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
    for (Line line : lines(table)) {
      List<String> cells = new ArrayList<>(List.of(line.label));
      for (String column : table.columns()) {
        cells.add(line.values.getOrDefault(column, "-"));
        if (!column.equals(table.base())) {
          cells.add(line.changes.getOrDefault(column, "-"));
        }
      }
      text.add(cells);
    }
    return text;
  }

  private static TextTable turned(MetricTable table) {
    TextTable text =
        new TextTable(
            List.of(table.rowHeading(), table.columnHeading(), table.unit(), "vs " + table.base()));
    for (Line line : lines(table)) {
      String label = line.label;
      for (Map.Entry<String, String> cell : line.values.entrySet()) {
        String column = cell.getKey();
        String change = column.equals(table.base()) ? "" : line.changes.getOrDefault(column, "-");
        text.add(List.of(label, column, cell.getValue(), change));
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
    return String.format(Locale.ROOT, "%.0f", value);
  }
}
