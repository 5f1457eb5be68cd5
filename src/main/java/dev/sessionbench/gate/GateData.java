package dev.sessionbench.gate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All that a gate has measured, as it is judged.
 *
 * @param ended whether no more blocks will come; the last look is then taken at those that did
 * @param cells what was measured, by the name of the policy's cell; the cells of other shards are
 *     not in it
 */
public record GateData(boolean ended, Map<String, CellData> cells) {
  /** Copies the map. */
  public GateData {
    cells = new LinkedHashMap<>(cells);
  }

  /** What was measured of a cell. */
  CellData cell(PolicyCell cell) {
    return cells.getOrDefault(cell.name(), CellData.NONE);
  }
}
