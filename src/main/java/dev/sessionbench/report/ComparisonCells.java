package dev.sessionbench.report;

import dev.sessionbench.stats.Comparison;
import dev.sessionbench.stats.Interval;
import dev.sessionbench.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A table's cells as words, shared by the formats for readers; the same in every locale. */
final class ComparisonCells {
  private ComparisonCells() {}

  static List<String> header(MetricTable table) {
    List<String> header = new ArrayList<>(List.of(table.rowHeading()));
    for (int i = 0; i < table.columns().size(); i++) {
      header.add(table.columns().get(i));
      if (i != table.base()) {
        header.add("vs " + table.columns().get(table.base()));
      }
    }
    return header;
  }

  static List<List<String>> rows(MetricTable table) {
    List<List<String>> rows = new ArrayList<>();
    for (MetricTable.Row row : table.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.label()));
      for (int i = 0; i < row.entries().size(); i++) {
        cells.add(row.entries().get(i).map(ComparisonCells::value).orElse("-"));
        if (i != table.base()) {
          cells.add(
              row.entries()
                  .get(i)
                  .flatMap(MetricTable.Entry::comparison)
                  .map(ComparisonCells::change)
                  .orElse("-"));
        }
      }
      rows.add(cells);
    }
    if (table.means().stream().anyMatch(OptionalDouble::isPresent)) {
      rows.add(means(table));
    }
    return rows;
  }

  static String title(MetricTable table) {
    return "%s, %s (%s is better)"
        .formatted(
            table.metric(),
            table.unit(),
            table.direction().name().toLowerCase(Locale.ROOT).replace("_is_better", ""));
  }

  private static List<String> means(MetricTable table) {
    List<String> cells = new ArrayList<>(List.of("geometric mean"));
    for (int i = 0; i < table.columns().size(); i++) {
      cells.add("");
      if (i != table.base()) {
        OptionalDouble mean = table.means().get(i);
        cells.add(mean.isPresent() ? ratio(mean.getAsDouble()) : "-");
      }
    }
    return cells;
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
      text.append(number(entry.median()));
      entry
          .interval()
          .ifPresent(
              i ->
                  text.append(" [")
                      .append(number(i.low()))
                      .append(", ")
                      .append(number(i.high()))
                      .append("]"));
    }
    text.append(" n=").append(entry.n());
    entry.notes().forEach(note -> text.append(" (").append(note).append(")"));
    return text.toString();
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
      case TOO_FEW -> "~ too few";
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

  /** Four significant digits, and never an exponent for what a table usually holds. */
  static String number(double value) {
    double size = Math.abs(value);
    if (size != 0 && (size < 1e-4 || size >= 1e9)) {
      return String.format(Locale.ROOT, "%.3e", value);
    }
    int digits = size == 0 ? 0 : Math.max(0, 3 - (int) Math.floor(Math.log10(size)));
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
