package dev.sessionbench.report;

import dev.sessionbench.stats.Recommendation;
import java.util.List;
import java.util.Optional;

/**
 * A comparison, ready for any format.
 *
 * @param tables one for each metric
 * @param columnHeading what the columns are values of, for example {@code incStep}; {@value
 *     Pivot#FILE} where each is a file
 * @param notes warnings on the whole, one sentence each
 * @param recommendation what a sweep over incStep supports; nothing for other comparisons
 */
public record ComparisonReport(
    List<MetricTable> tables,
    String columnHeading,
    List<String> notes,
    Optional<Recommendation> recommendation) {
  /** Copies the lists. */
  public ComparisonReport {
    tables = List.copyOf(tables);
    notes = List.copyOf(notes);
  }
}
