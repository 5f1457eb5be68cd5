package dev.sessionbench.report;

import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.text.Escape;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A comparison as one table, a line for each cell, figures in full. */
final class ComparisonCsv {
  private static final String HEADER =
      "metric,unit,direction,row,column,base,n,median,low,high,intervalLow,intervalHigh,"
          + "intervalConfidence,ratio,ratioLow,ratioHigh,pValue,verdict,notes\n";

  private ComparisonCsv() {}

  /** Notes on the whole stand in every line: a program may take out any of them. */
  static String render(ComparisonReport report) {
    return report.tables().stream()
        .flatMap(table -> table.entries().map(entry -> line(table, entry, report.notes())))
        .collect(Collectors.joining("", HEADER, ""));
  }

  private static String line(MetricTable table, MetricTable.Entry entry, List<String> notes) {
    Optional<Comparison> comparison = entry.comparison();
    Optional<Interval> ratio = comparison.flatMap(Comparison::interval);
    return List.of(
                table.metric(),
                table.unit(),
                table.direction().name(),
                entry.row(),
                entry.column(),
                table.base(),
                Integer.toString(entry.sample().n()),
                number(Optional.of(entry.sample().median())),
                number(Optional.of(entry.all().min())),
                number(Optional.of(entry.all().max())),
                number(entry.interval().map(Interval::low)),
                number(entry.interval().map(Interval::high)),
                number(entry.interval().map(Interval::confidence)),
                number(comparison.map(Comparison::ratio)),
                number(ratio.map(Interval::low)),
                number(ratio.map(Interval::high)),
                number(comparison.map(Comparison::pValue)),
                comparison.map(c -> c.verdict().name()).orElse(""),
                Stream.concat(entry.notes().stream(), notes.stream())
                    .collect(Collectors.joining(" ")))
            .stream()
            .map(Escape::csv)
            .collect(Collectors.joining(","))
        + "\n";
  }

  private static String number(Optional<Double> value) {
    return value.filter(v -> !v.isNaN()).map(v -> Double.toString(v)).orElse("");
  }
}
