package dev.sessionbench.report;

import dev.sessionbench.stats.Comparison;
import dev.sessionbench.stats.Interval;
import dev.sessionbench.stats.Verdict;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A table's cells as words, shared by the formats for readers; the same in every locale. */
final class ComparisonCells {
  /** What a terminal shows. */
  private static final int WIDEST = 120;

  private static final String MEAN = "geometric mean";

  private ComparisonCells() {}

  /** The table with a column for each value; turned, a row for each, where that is too wide. */
  static TextTable table(MetricTable table) {
    TextTable sideways = sideways(table);
    return sideways.width() <= WIDEST ? sideways : turned(table);
  }

  private static TextTable sideways(MetricTable table) {
    TextTable text =
        new TextTable(line(table, table.rowHeading(), column -> column, c -> "vs " + table.base()));
    for (MetricTable.Row row : table.rows()) {
      text.add(
          line(
              table,
              row.label(),
              column -> row.entry(column).map(ComparisonCells::value).orElse("-"),
              column -> change(row.entry(column))));
    }
    if (!table.means().isEmpty()) {
      text.add(line(table, MEAN, column -> "", column -> mean(table, column)));
    }
    return text;
  }

  /** A label, and for each column its value and what stands beside it; nothing beside the base. */
  private static List<String> line(
      MetricTable table, String label, UnaryOperator<String> value, UnaryOperator<String> beside) {
    List<String> cells = new ArrayList<>(List.of(label));
    for (String column : table.columns()) {
      cells.add(value.apply(column));
      if (!column.equals(table.base())) {
        cells.add(beside.apply(column));
      }
    }
    return cells;
  }

  private static TextTable turned(MetricTable table) {
    TextTable text =
        new TextTable(
            List.of(table.rowHeading(), table.columnHeading(), table.unit(), "vs " + table.base()));
    for (MetricTable.Row row : table.rows()) {
      String label = row.label();
      for (Map.Entry<String, MetricTable.Entry> cell : row.entries().entrySet()) {
        String column = cell.getKey();
        String change = column.equals(table.base()) ? "" : change(row.entry(column));
        text.add(List.of(label, column, value(cell.getValue()), change));
        label = "";
      }
    }
    String label = MEAN;
    for (String column : table.means().isEmpty() ? List.<String>of() : table.columns()) {
      String mean = column.equals(table.base()) ? "" : mean(table, column);
      text.add(List.of(label, column, "", mean));
      label = "";
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

  private static String mean(MetricTable table, String column) {
    return Optional.ofNullable(table.means().get(column)).map(ComparisonCells::ratio).orElse("-");
  }

  private static String value(MetricTable.Entry entry) {
    StringBuilder text = new StringBuilder();
    if (Double.isNaN(entry.median())) {
      text.append("-");
    } else if (entry.exact()) {
      text.append(count(entry.low()));
      if (entry.low() < entry.high()) {
        text.append("..").append(count(entry.high()));
      }
    } else {
      text.append(Numbers.fourDigits(entry.median()));
      entry
          .interval()
          .ifPresent(
              i ->
                  text.append(" [")
                      .append(Numbers.fourDigits(i.low()))
                      .append(", ")
                      .append(Numbers.fourDigits(i.high()))
                      .append("]"));
    }
    text.append(" n=").append(entry.n());
    entry.notes().forEach(note -> text.append(" (").append(note).append(")"));
    return text.toString();
  }

  private static String change(Optional<MetricTable.Entry> entry) {
    return entry.flatMap(MetricTable.Entry::comparison).map(ComparisonCells::change).orElse("-");
  }

  private static String change(Comparison comparison) {
    Verdict verdict = comparison.verdict();
    String size = Double.isNaN(comparison.ratio()) ? "n/a" : ratio(comparison.ratio());
    String interval = comparison.interval().map(ComparisonCells::interval).orElse("");
    return switch (verdict) {
      case BETTER -> size + interval + " better";
      case WORSE -> size + interval + " worse";
      case EQUAL -> "equal";
      case NOT_FOUND -> "~" + interval;
      case TOO_FEW -> "too few forks";
    };
  }

  private static String interval(Interval interval) {
    return " [" + ratio(interval.low()) + ", " + ratio(interval.high()) + "]";
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.3fx", ratio);
  }

  private static String count(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }
}
