package dev.sessionbench.report;

import dev.sessionbench.stats.Comparison;
import dev.sessionbench.stats.Interval;
import dev.sessionbench.stats.Verdict;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

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
    List<String> header = new ArrayList<>(List.of(table.rowHeading()));
    for (int i = 0; i < table.columns().size(); i++) {
      header.add(table.columns().get(i));
      if (i != table.base()) {
        header.add("vs " + table.columns().get(table.base()));
      }
    }
    TextTable text = new TextTable(header);
    for (MetricTable.Row row : table.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.label()));
      for (int i = 0; i < row.entries().size(); i++) {
        cells.add(row.entries().get(i).map(ComparisonCells::value).orElse("-"));
        if (i != table.base()) {
          cells.add(change(row.entries().get(i)));
        }
      }
      text.add(cells);
    }
    if (hasMeans(table)) {
      List<String> cells = new ArrayList<>(List.of(MEAN));
      for (int i = 0; i < table.columns().size(); i++) {
        cells.add("");
        if (i != table.base()) {
          cells.add(mean(table, i));
        }
      }
      text.add(cells);
    }
    return text;
  }

  private static TextTable turned(MetricTable table) {
    String base = table.columns().get(table.base());
    TextTable text =
        new TextTable(
            List.of(table.rowHeading(), table.columnHeading(), table.unit(), "vs " + base));
    for (MetricTable.Row row : table.rows()) {
      String label = row.label();
      for (int i = 0; i < row.entries().size(); i++) {
        Optional<MetricTable.Entry> entry = row.entries().get(i);
        if (entry.isPresent()) {
          String change = i == table.base() ? "" : change(entry);
          text.add(List.of(label, table.columns().get(i), value(entry.get()), change));
          label = "";
        }
      }
    }
    for (int i = 0; hasMeans(table) && i < table.columns().size(); i++) {
      String mean = i == table.base() ? "" : mean(table, i);
      text.add(List.of(i == 0 ? MEAN : "", table.columns().get(i), "", mean));
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

  private static boolean hasMeans(MetricTable table) {
    return table.means().stream().anyMatch(OptionalDouble::isPresent);
  }

  private static String mean(MetricTable table, int column) {
    OptionalDouble mean = table.means().get(column);
    return mean.isPresent() ? ratio(mean.getAsDouble()) : "-";
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
