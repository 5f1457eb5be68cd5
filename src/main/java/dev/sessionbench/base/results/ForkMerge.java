package dev.sessionbench.base.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Merges results of single forks as if JMH had run them together: raw data side by side, scores
 * computed anew. Only secondary metrics differ: their score is the mean for one invocation, while
 * JMH would sum it over iterations and forks. If forks ran on different machines, the environment
 * names all of them.
 */
public final class ForkMerge {
  private ForkMerge() {}

  /**
   * Merges results cell by cell. Results of different clients stay separate.
   *
   * @param results results in any order
   * @return one result for each cell, in the order in which the cells first appear
   */
  public static List<CellResult> merge(List<CellResult> results) {
    Map<Map.Entry<Cell, String>, List<CellResult>> cells = new LinkedHashMap<>();
    for (CellResult result : results) {
      cells.computeIfAbsent(result.cellAndClient(), key -> new ArrayList<>()).add(result);
    }
    return cells.values().stream().map(ForkMerge::mergeCell).toList();
  }

  private static CellResult mergeCell(List<CellResult> forks) {
    CellResult first = forks.get(0);
    Environment where = first.environment();
    return first.with(
        merged ->
            merged
                .forks(forks.stream().mapToInt(CellResult::forks).sum())
                .primaryMetric(Metric.merge(forks.stream().map(CellResult::primaryMetric).toList()))
                .secondaryMetrics(mergeSecondary(forks))
                .environment(where == null ? null : where.withOthers(unlike(where, forks)))
                .forkConditions(
                    forks.stream()
                        .map(CellResult::forkConditions)
                        .filter(Objects::nonNull)
                        .flatMap(List::stream)
                        .toList()));
  }

  private static List<Environment> unlike(Environment first, List<CellResult> forks) {
    return forks.stream()
        .flatMap(CellResult::environments)
        .map(environment -> environment.withOthers(List.of()))
        .filter(environment -> !environment.machineDifferencesFrom(first).isEmpty())
        .distinct()
        .toList();
  }

  private static Map<String, Metric> mergeSecondary(List<CellResult> forks) {
    Map<String, List<Metric>> byName = new LinkedHashMap<>();
    for (CellResult fork : forks) {
      fork.secondaryMetrics()
          .forEach((name, m) -> byName.computeIfAbsent(name, n -> new ArrayList<>()).add(m));
    }
    Map<String, Metric> merged = new LinkedHashMap<>();
    byName.forEach((name, metrics) -> merged.put(name, Metric.merge(metrics)));
    return merged;
  }
}
