package dev.sessionbench.bench.count;

import com.google.common.collect.ImmutableMap;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.bench.load.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the original benchmark's 32 cells and shows where the counts differ from the closed form.
 */
public final class CountTable {
  private final Map<CountCell, Map<String, Long>> counts = new LinkedHashMap<>();
  private final List<String> contradictions = new ArrayList<>();

  private CountTable() {}

  /**
   * Counts every cell once.
   *
   * @param counting runs the cells
   * @return the table
   */
  public static CountTable count(Counting counting) {
    CountTable table = new CountTable();
    for (CountCell cell : CountCell.original()) {
      try {
        table.add(cell, counting.count(cell), counting.byRule(cell));
      } catch (IllegalStateException e) {
        table.contradictions.add(cell.name() + ": " + e.getMessage());
      }
    }
    return table;
  }

  private void add(CountCell cell, Map<String, Long> counted, Map<String, Long> byRule) {
    counts.put(cell, counted);
    counted.forEach(
        (name, value) -> {
          Long expected = byRule.get(name);
          if (expected != null && !expected.equals(value)) {
            contradictions.add(
                "%s: %s is %d, the pool's formula gives %d".formatted(cell, name, value, expected));
          }
        });
  }

  /** One sentence for each count that differs from the pool's closed form; empty if all agree. */
  public List<String> contradictions() {
    return List.copyOf(contradictions);
  }

  /** The BatchCreateSessions RPCs: a row for each step, a column for each load. */
  public String text() {
    List<Column<Integer>> columns = new ArrayList<>();
    columns.add(Column.of(PoolShape.INC_STEP, step -> Integer.toString(step)));
    for (Workload workload : Workload.ORIGINAL) {
      columns.add(Column.of(workload.benchmarkName(), step -> rpcs(workload, step)));
    }
    return TextTable.of(CountCell.STEPS, columns).render();
  }

  private String rpcs(Workload workload, int step) {
    CountCell cell = new CountCell(workload, step, Transport.INPROCESS, CountCell.FULL);
    Long rpcs = counts.getOrDefault(cell, Map.of()).get(RunMetric.RPCS.key());
    return rpcs == null ? "-" : rpcs.toString();
  }

  /** All counts of every cell, and the contradictions, as JSON. */
  public String json() {
    return Json.text(ImmutableMap.of("cells", counts, "contradictions", contradictions));
  }
}
