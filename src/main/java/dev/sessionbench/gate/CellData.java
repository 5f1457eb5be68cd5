package dev.sessionbench.gate;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All that was measured of one cell.
 *
 * @param planned the blocks that were set out to be run, fixed before the first one; 0 for none
 * @param counts the exact metrics by name
 * @param blocks the measured metrics by name, in the blocks that were planned
 * @param confirmation the same in the fresh blocks of a confirmation; empty without one
 * @param failures the forks that failed, one line each
 */
public record CellData(
    int planned,
    Map<String, Counts> counts,
    Map<String, Series> blocks,
    Map<String, Series> confirmation,
    List<String> failures) {
  /** A cell of which nothing was measured. */
  public static final CellData NONE = new CellData(0, Map.of(), Map.of(), Map.of(), List.of());

  /**
   * The values of one exact metric in every run of every fork.
   *
   * @param base the base's values
   * @param head the head's values
   */
  public record Counts(List<Double> base, List<Double> head) {
    /** These and others. */
    Counts and(Counts others) {
      return new Counts(
          Stream.concat(base.stream(), others.base.stream()).toList(),
          Stream.concat(head.stream(), others.head.stream()).toList());
    }
  }

  /** The blocks that are there, whole. */
  int blockCount() {
    return blocks.values().stream().mapToInt(series -> series.pairs().size()).max().orElse(0);
  }
}
