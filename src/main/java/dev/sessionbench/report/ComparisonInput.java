package dev.sessionbench.report;

import dev.sessionbench.results.CellResult;
import java.util.List;

/**
 * One file of a comparison.
 *
 * @param label its column's heading where files are columns
 * @param origin how messages name it
 * @param results its results
 */
public record ComparisonInput(String label, String origin, List<CellResult> results) {
  /** Copies the list. */
  public ComparisonInput {
    results = List.copyOf(results);
  }
}
