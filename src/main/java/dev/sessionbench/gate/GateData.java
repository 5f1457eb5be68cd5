package dev.sessionbench.gate;

import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that a gate has measured, as the judge takes it.
 *
 * @param ended whether no more blocks will come; the last look then takes the blocks that there are
 * @param cells the measurements by the name of the policy's cell
 * @param leftOut the cells, by name, that did not fit the plan's budget
 * @param overrun how much longer the candidate's forks took than the baseline's, if that exhausted
 *     the budget
 * @param counts what was counted, apart from what was timed
 * @param wantsAll whether each metric needs a verdict, even after a finding in another
 * @param unreported the metrics for which a side's client has no value, each with the reason
 */
public record GateData(
    boolean ended,
    Map<String, CellData> cells,
    Set<String> leftOut,
    Optional<String> overrun,
    CountData counts,
    boolean wantsAll,
    Map<String, String> unreported) {
  private static final String UNPLANNED = "not timed: the policy of this gate did not have it";

  /**
   * The measurements of a gate that had time for all cells.
   *
   * @param ended whether no more blocks will come
   * @param cells what was measured, by the name of the policy's cell
   */
  public GateData(boolean ended, Map<String, CellData> cells) {
    this(ended, cells, Set.of(), Optional.empty(), CountData.NONE, false, Map.of());
  }

  /**
   * Reads a gate that was measured before. The cells of one that has no verdict carry a loss that
   * says so. So does a cell that its own policy did not have.
   *
   * @param folder the folder
   * @param policy names the cells and metrics
   * @return the data
   */
  public static GateData recorded(MeasurementFolder folder, Policy policy) {
    GateData data = read(folder, policy, true);
    List<String> planned = folder.plan().cells();
    policy.timedCells().stream()
        .map(PolicyCell::name)
        .filter(cell -> !planned.isEmpty() && !planned.contains(cell))
        .forEach(cell -> data.cells.put(cell, CellData.NONE.withLosses(List.of(UNPLANNED))));
    return folder.isInterrupted() ? data.interrupted(folder.plan(), policy) : data;
  }

  /**
   * Reads the cells of a folder.
   *
   * @param folder the folder
   * @param policy names the cells and metrics
   * @param ended whether no more blocks will come; a cell without measurements is then missing
   * @return the data
   */
  public static GateData read(MeasurementFolder folder, Policy policy, boolean ended) {
    GatePlan plan = folder.plan();
    Map<String, CellData> cells = new LinkedHashMap<>();
    policy.cells().forEach(cell -> cells.put(cell.name(), folder.read(policy, cell)));
    if (cells.values().stream().anyMatch(CellData::baselineFailed)) {
      CellData lost = CellData.NONE.withLosses(List.of("not timed, as the baseline failed"));
      cells.replaceAll(
          (name, found) ->
              found.equals(CellData.NONE) && !plan.leftOut().contains(name) ? lost : found);
    }
    return new GateData(
        ended,
        cells,
        Set.copyOf(plan.leftOut()),
        Optional.ofNullable(plan.overrun()),
        folder.counts(),
        plan.comparesClients(),
        plan.unreported());
  }

  private GateData interrupted(GatePlan plan, Policy policy) {
    List<PolicyCell> timed =
        policy.timedCells().stream()
            .filter(cell -> plan.cells().contains(cell.name()) && !leftOut.contains(cell.name()))
            .toList();
    int whole = timed.stream().mapToInt(cell -> cell(cell).blockCount()).min().orElse(0);
    String after = "after %s of %s blocks".formatted(whole, plan.plannedBlocks());
    String when = plan.plannedBlocks() > 0 ? after : "before its second block";
    String lost = "the gate ended %s without a verdict of its own".formatted(when);
    timed.forEach(cell -> cells.put(cell.name(), cell(cell).withLosses(List.of(lost))));
    return this;
  }

  /** The measurements of a cell. */
  public CellData cell(PolicyCell cell) {
    return cells.getOrDefault(cell.name(), CellData.NONE);
  }
}
