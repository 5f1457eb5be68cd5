package dev.sessionbench.gate;

import dev.sessionbench.gate.policy.PolicyCell;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that a gate has measured, as it is judged.
 *
 * @param ended whether no more blocks will come; the last look is then taken at those that did
 * @param cells what was measured, by the name of the policy's cell; the cells of other shards are
 *     not in it
 * @param leftOut the cells that the plan leaves no time for, by name
 * @param overrun how much longer than the base's the head's forks took, where that made time run
 *     out, one line for each shard
 * @param counts what was counted, apart from what was timed
 * @param wantsAll whether each metric is to have its verdict, whatever was found of another
 * @param unreported the metrics that an arm's client has no value of, each with why
 */
public record GateData(
    boolean ended,
    Map<String, CellData> cells,
    Set<String> leftOut,
    List<String> overrun,
    CountData counts,
    boolean wantsAll,
    Map<String, String> unreported) {
  /**
   * What was measured where time was enough for all cells.
   *
   * @param ended whether no more blocks will come
   * @param cells what was measured, by the name of the policy's cell
   */
  public GateData(boolean ended, Map<String, CellData> cells) {
    this(ended, cells, Set.of(), List.of(), CountData.NONE, false, Map.of());
  }

  /** What was measured of a cell. */
  public CellData cell(PolicyCell cell) {
    return cells.getOrDefault(cell.name(), CellData.NONE);
  }
}
