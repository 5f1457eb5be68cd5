package dev.sessionbench.gate;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * All that was measured of one cell.
 *
 * @param planned the blocks that were set out to be run, fixed before the first one; 0 for none
 * @param blocks the measured metrics by name, in the blocks that were planned
 * @param confirmation the same in the fresh blocks of a confirmation; empty without one
 * @param failures the forks that failed, one line each
 * @param losses what should be there and is not, without a fork of the candidate that failed, one
 *     line each
 * @param baselineFailed whether a fork of the baseline failed, and again when it was repeated
 */
@RecordBuilder
public record CellData(
    int planned,
    Map<String, Series> blocks,
    Map<String, Series> confirmation,
    List<String> failures,
    List<String> losses,
    boolean baselineFailed)
    implements CellDataBuilder.With {
  /** A cell of which nothing was measured. */
  public static final CellData NONE = new CellData(0, Map.of(), Map.of(), List.of());

  /** A cell of which nothing was lost. */
  public CellData(
      int planned,
      Map<String, Series> blocks,
      Map<String, Series> confirmation,
      List<String> failures) {
    this(planned, blocks, confirmation, failures, List.of(), /* baselineFailed= */ false);
  }

  /** Whether nothing was timed of it, and that is said. */
  public boolean isLost() {
    return blockCount() == 0 && !losses.isEmpty();
  }

  /** The blocks that are there, whole. */
  public int blockCount() {
    return blocks.values().stream().mapToInt(series -> series.pairs().size()).max().orElse(0);
  }

  /**
   * A metric in the first fresh blocks.
   *
   * @param metric the metric's name
   * @param count how many blocks; more than there are is all
   */
  public Series fresh(String metric, int count) {
    return confirmation.getOrDefault(metric, Series.NONE).first(count);
  }
}
