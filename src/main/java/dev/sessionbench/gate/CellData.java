package dev.sessionbench.gate;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * Everything that a gate measured for one cell.
 *
 * @param planned the number of planned blocks, fixed after the first block; 0 for none
 * @param blocks the measured metrics by name, in the planned blocks
 * @param confirmation the same in the fresh blocks of a confirmation; empty without one
 * @param failures the forks that failed, one line each
 * @param losses missing measurements, apart from failed forks of the candidate, one line each
 * @param baselineFailed whether a fork of the baseline failed and its repetition failed too
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
  /** A cell without measurements. */
  public static final CellData NONE =
      new CellData(0, Map.of(), Map.of(), List.of(), List.of(), /* baselineFailed= */ false);

  /** Whether the cell has no blocks and names losses. */
  public boolean isLost() {
    return blockCount() == 0 && !losses.isEmpty();
  }

  /** The number of complete blocks. */
  public int blockCount() {
    return blocks.values().stream().mapToInt(series -> series.pairs().size()).max().orElse(0);
  }

  /**
   * A metric in the first blocks of the confirmation.
   *
   * @param metric the metric's name
   * @param count how many blocks; all if there are fewer
   */
  public Series fresh(String metric, int count) {
    return confirmation.getOrDefault(metric, Series.NONE).first(count);
  }
}
