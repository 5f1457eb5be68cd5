package dev.sessionbench.gate;

import com.google.common.base.Joiner;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.policy.PolicyFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads the measurements of one gate, or of its shards, for the judge. */
public final class Measurements {
  private Measurements() {}

  /**
   * Reads the cells of one folder.
   *
   * @param folder the folder
   * @param policy names the cells and metrics
   * @param cells the names of the cells to judge; a cell without measurements is missing
   * @param ended whether no more blocks will come
   * @return the data
   */
  public static GateData read(
      MeasurementFolder folder, Policy policy, List<String> cells, boolean ended) {
    Map<String, CellData> data = new LinkedHashMap<>();
    for (PolicyCell cell : policy.cells()) {
      if (cells.contains(cell.name())) {
        data.put(cell.name(), folder.read(policy, cell));
      }
    }
    return data(ended, data, List.of(folder), CountData.NONE);
  }

  /**
   * Merges the folders of a gate's shards, or reads its only folder. All cells of the policy are
   * judged. A shard without a folder is reported as missing. The cells of an interrupted shard
   * carry a loss that says so.
   *
   * @param folders the folders, at least one
   * @param policy names the cells and metrics
   * @return the data
   * @throws BadInput if the folders are not different shards of one gate, or two hold the same cell
   */
  public static GateData merge(List<MeasurementFolder> folders, Policy policy) {
    requireOneGate(folders);
    CountData absent = absent(folders);
    Map<String, CellData> data = new LinkedHashMap<>();
    for (PolicyCell cell : policy.cells()) {
      Map<Path, CellData> holders = new LinkedHashMap<>();
      folders.forEach(folder -> holders.put(folder.path(), folder.read(policy, cell)));
      holders.values().removeIf(CellData.NONE::equals);
      if (holders.size() > 1) {
        throw new BadInput(
            "%s both hold %s: must be different shards"
                .formatted(Joiner.on(" and ").join(holders.keySet()), cell.name()));
      }
      data.put(cell.name(), holders.values().stream().findFirst().orElse(CellData.NONE));
    }
    folders.stream()
        .filter(MeasurementFolder::isInterrupted)
        .forEach(folder -> sayInterrupted(folder.plan(), policy, data));
    return data(true, data, folders, absent);
  }

  private static void sayInterrupted(GatePlan plan, Policy policy, Map<String, CellData> data) {
    List<PolicyCell> cells =
        policy.timedCells().stream()
            .filter(cell -> plan.cells().contains(cell.name()))
            .filter(cell -> !plan.leftOut().contains(cell.name()))
            .toList();
    int whole =
        cells.stream()
            .mapToInt(cell -> data.getOrDefault(cell.name(), CellData.NONE).blockCount())
            .min()
            .orElse(0);
    String lost =
        "%s ended %s without a verdict of its own"
            .formatted(
                plan.shards() > 1 ? plan.part() : "the gate",
                plan.plannedBlocks() > 0
                    ? "after %s of %s blocks".formatted(whole, plan.plannedBlocks())
                    : "before its blocks");
    cells.forEach(
        cell -> data.computeIfPresent(cell.name(), (n, found) -> found.withLosses(List.of(lost))));
  }

  /**
   * Notes for a reader of gates that are judged together, one sentence each. A note of all folders
   * appears once. Other notes name the parts that have them.
   *
   * @param folders the folders, at least one
   * @throws BadInput if one of their files is malformed
   */
  public static List<String> notes(List<MeasurementFolder> folders) {
    ListMultimap<String, String> parts = MultimapBuilder.linkedHashKeys().arrayListValues().build();
    for (MeasurementFolder folder : folders) {
      folder.notes().forEach(note -> parts.put(note, folder.plan().part()));
    }
    return parts.keySet().stream()
        .map(
            note -> {
              List<String> saying = parts.get(note);
              boolean all = saying.size() == folders.size();
              return all ? note : String.join(", ", saying) + ": " + note;
            })
        .toList();
  }

  /** The missing shards, as counts that name them. */
  private static CountData absent(List<MeasurementFolder> folders) {
    Map<Integer, Path> shards = new TreeMap<>();
    int all = folders.get(0).plan().shards();
    for (MeasurementFolder folder : folders) {
      int shard = folder.plan().shard();
      Path other = shards.put(shard, folder.path());
      if (other != null) {
        throw new BadInput(
            "%s and %s are both part %s of %s: must be different shards"
                .formatted(other, folder.path(), shard, all));
      }
    }
    return IntStream.rangeClosed(1, all)
        .filter(shard -> !shards.containsKey(shard))
        .mapToObj(shard -> CountData.missing("part %s of %s".formatted(shard, all)))
        .reduce(CountData.NONE, CountData::and);
  }

  /**
   * Refuses measurements that were made under another policy.
   *
   * @param folders the folders
   * @param rules the policy that they must have been made under
   * @throws BadInput naming the first folder that was made under another policy
   */
  public static void requirePolicy(List<MeasurementFolder> folders, PolicyFile rules) {
    String wrong = "%s: must have been measured by %s, and was by another";
    for (MeasurementFolder folder : folders) {
      if (!folder.policy().text().equals(rules.text())) {
        throw new BadInput(wrong.formatted(folder.path(), rules.origin()));
      }
    }
  }

  private static GateData data(
      boolean ended,
      Map<String, CellData> cells,
      List<MeasurementFolder> folders,
      CountData absent) {
    List<GatePlan> plans = folders.stream().map(MeasurementFolder::plan).toList();
    Set<String> leftOut =
        plans.stream().flatMap(plan -> plan.leftOut().stream()).collect(Collectors.toSet());
    if (cells.values().stream().anyMatch(CellData::baselineFailed)) {
      CellData lost = CellData.NONE.withLosses(List.of("not timed, as the baseline failed"));
      cells.replaceAll(
          (name, found) -> found.equals(CellData.NONE) && !leftOut.contains(name) ? lost : found);
    }
    return new GateData(
        ended,
        cells,
        leftOut,
        plans.stream().flatMap(plan -> Stream.ofNullable(plan.overrun())).toList(),
        folders.stream().map(MeasurementFolder::counts).reduce(absent, CountData::and),
        plans.get(0).comparesClients(),
        plans.get(0).unreported());
  }

  private static void requireOneGate(List<MeasurementFolder> folders) {
    Path first = folders.get(0).path();
    Map<String, Object> wanted = folders.get(0).plan().shared();
    for (MeasurementFolder folder : folders) {
      folder
          .plan()
          .shared()
          .forEach(
              (what, its) -> {
                if (!its.equals(wanted.get(what))) {
                  throw new BadInput(
                      "%s: its %s is %s, that of %s is %s: must be shards of one gate"
                          .formatted(folder.path(), what, its, first, wanted.get(what)));
                }
              });
    }
  }

  /**
   * Everything that a gate has measured, as the judge takes it.
   *
   * @param ended whether no more blocks will come; the last look then takes the blocks that there
   *     are
   * @param cells the measurements by the name of the policy's cell, without the cells of other
   *     shards
   * @param leftOut the cells, by name, that did not fit the plan's budget
   * @param overrun how much longer the candidate's forks took than the baseline's, one line for
   *     each shard whose budget that exhausted
   * @param counts what was counted, apart from what was timed
   * @param wantsAll whether each metric needs a verdict, even after a finding in another
   * @param unreported the metrics for which a side's client has no value, each with the reason
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
     * The measurements of a gate that had time for all cells.
     *
     * @param ended whether no more blocks will come
     * @param cells what was measured, by the name of the policy's cell
     */
    public GateData(boolean ended, Map<String, CellData> cells) {
      this(ended, cells, Set.of(), List.of(), CountData.NONE, false, Map.of());
    }

    /** The measurements of a cell. */
    public CellData cell(PolicyCell cell) {
      return cells.getOrDefault(cell.name(), CellData.NONE);
    }
  }
}
