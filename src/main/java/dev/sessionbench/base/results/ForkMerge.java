package dev.sessionbench.base.results;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.google.common.collect.LinkedListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Maps;
import com.google.common.collect.Multimaps;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    Map<?, List<CellResult>> forks =
        results.stream()
            .collect(groupingBy(CellResult::cellAndClient, LinkedHashMap::new, toList()));
    return forks.values().stream().map(ForkMerge::mergeCell).toList();
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
                .forkConditions(forks.stream().flatMap(CellResult::conditions).toList()));
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
    ListMultimap<String, Metric> byName = LinkedListMultimap.create();
    forks.forEach(fork -> fork.secondaryMetrics().forEach(byName::put));
    return new LinkedHashMap<>(Maps.transformValues(Multimaps.asMap(byName), Metric::merge));
  }
}
