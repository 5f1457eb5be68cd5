package dev.sessionbench.report;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.HistoryLine;
import dev.sessionbench.base.stats.Comparison;
import java.util.ArrayList;
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
   * @param results the results behind it, at least one, which name the commit and the client
   * @param acceptedAt when it was accepted, ISO 8601 in UTC
   * @return the line: the times' ratios to four decimals, and counts on which all forks agree
   * @throws BadInput if the comparison has no table, or has notes, which a line could not keep, or
   *     if its results are of several commits
   */
  public static HistoryLine of(
      ComparisonReport report, List<CellResult> results, String acceptedAt) {
    if (report.tables().isEmpty()) {
      throw new BadInput("--accept: nothing was compared");
    }
    requireOneRun(report, results);
    TreeMap<String, Double> ratios = new TreeMap<>();
    TreeMap<String, Long> counts = new TreeMap<>();
    String column = report.columnHeading();
    for (MetricTable table : report.tables()) {
      for (MetricTable.Entry entry : table.entries().toList()) {
        String cell = HistoryLine.cell(entry.row(), column, entry.column());
        double ratio = entry.comparison().map(Comparison::ratio).orElse(Double.NaN);
        if (entry.exact() && entry.all().min() == entry.all().max()) {
          counts.put(cell + " " + table.metric(), (long) entry.all().min());
        } else if (!entry.exact()
            && table.metric().equals(CellResult.SCORE)
            && !Double.isNaN(ratio)) {
          ratios.put(cell, Math.round(ratio * 1e4) / 1e4);
        }
      }
    }
    return new HistoryLine(
        acceptedAt,
        commit(results.get(0)),
        results.get(0).clientVersion(),
        column,
        report.tables().get(0).base(),
        ratios,
        counts);
  }

  private static void requireOneRun(ComparisonReport report, List<CellResult> results) {
    List<String> lost = new ArrayList<>(report.notes());
    List<String> commits = results.stream().map(HistoryEntry::commit).distinct().toList();
    if (commits.size() > 1) {
      lost.add("The suite's commit differs: %s.".formatted(String.join(", ", commits)));
    }
    if (!lost.isEmpty()) {
      throw new BadInput(
          "--accept: a line of history has no notes, so it takes one run, with all that varies in"
              + " rows or columns. Here: "
              + String.join(" ", lost));
    }
  }

  private static String commit(CellResult result) {
    return Optional.ofNullable(result.environment())
        .map(Environment::gitCommit)
        .orElse(Environment.UNKNOWN);
  }
}
