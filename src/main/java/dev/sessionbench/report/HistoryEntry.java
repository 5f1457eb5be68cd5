package dev.sessionbench.report;

import dev.sessionbench.model.BadInput;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.HistoryLine;
import dev.sessionbench.stats.Comparison;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Reduces a comparison to the line that the history keeps of it. */
public final class HistoryEntry {
  private HistoryEntry() {}

  /**
   * The line of a comparison.
   *
   * @param report the comparison
   * @param results the results behind it, which name the commit and the client
   * @param acceptedAt when it was accepted, ISO 8601 in UTC
   * @return the line: the times' ratios to four decimals, and counts on which all forks agree
   * @throws BadInput if the comparison has no table
   */
  public static HistoryLine of(
      ComparisonReport report, List<CellResult> results, String acceptedAt) {
    if (report.tables().isEmpty()) {
      throw new BadInput("--accept: nothing was compared");
    }
    TreeMap<String, Double> ratios = new TreeMap<>();
    TreeMap<String, Long> counts = new TreeMap<>();
    String column = report.columnHeading();
    for (MetricTable table : report.tables()) {
      table
          .entries()
          .forEach(
              entry -> {
                String cell = HistoryLine.cell(entry.row(), column, entry.column());
                if (entry.exact() && entry.sample().min() == entry.sample().max()) {
                  counts.put(cell + " " + table.metric(), (long) entry.sample().min());
                } else if (!entry.exact() && table.metric().equals(CellResult.SCORE)) {
                  entry
                      .comparison()
                      .map(Comparison::ratio)
                      .filter(ratio -> !ratio.isNaN())
                      .ifPresent(ratio -> ratios.put(cell, Math.round(ratio * 1e4) / 1e4));
                }
              });
    }
    Optional<Environment> environment =
        results.stream().flatMap(r -> Optional.ofNullable(r.environment()).stream()).findFirst();
    return new HistoryLine(
        acceptedAt,
        environment.map(Environment::gitCommit).orElse(Environment.UNKNOWN),
        environment.map(Environment::clientVersion).orElse(Environment.UNKNOWN),
        column,
        report.tables().get(0).base(),
        ratios,
        counts);
  }
}
