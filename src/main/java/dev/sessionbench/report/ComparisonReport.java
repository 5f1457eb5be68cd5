package dev.sessionbench.report;

import java.util.List;
import java.util.Optional;

/**
 * A comparison, ready for any format.
 *
 * @param tables one for each metric
 * @param notes warnings on the whole, one sentence each
 * @param recommendation what a sweep over incStep supports; nothing for other comparisons
 */
public record ComparisonReport(
    List<MetricTable> tables, List<String> notes, Optional<String> recommendation) {
  /** Copies the lists. */
  public ComparisonReport {
    tables = List.copyOf(tables);
    notes = List.copyOf(notes);
  }
}
