package dev.sessionbench.report;

import com.google.common.collect.ImmutableMap;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.report.ResultTables.ResultTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tells how often RPCs were made: by method where a client was counted so, and whether a count is a
 * fact of its cell, so that runs which disagree about it are a finding.
 */
public final class RpcCounts {
  /** What runs that disagree about a count say where the pool's size alone decides it. */
  static final String SHOULD_BE_EXACT =
      "The invocations of one cell disagree about a count that should be exact where the load fills"
          + " the pool.";

  /** The same of a pool that asks for as many sessions as there are waiters. */
  static final String BY_WAITERS =
      "The runs differ, as they may: how many sessions this pool asks for at once depends on who"
          + " has come to wait by then.";

  /** The same of any other count. */
  private static final String BY_TIMING =
      "The runs differ in this count, which also depends on timing.";

  private static final Set<String> EXACT =
      Set.of(ResultTables.RPCS_METRIC, RunMetric.CREATED.key());

  /** The metric of each method that a client is counted by, in the order of a session's life. */
  static final ImmutableMap<String, String> BY_METHOD =
      ImmutableMap.of(
          "CreateSession", "createSessionRpcs",
          "BatchCreateSessions", ResultTables.RPCS_METRIC,
          "BeginTransaction", "beginTransactionRpcs",
          "ExecuteStreamingSql", "executeStreamingSqlRpcs",
          "ExecuteSql", "executeSqlRpcs",
          "Commit", "commitRpcs",
          "Rollback", "rollbackRpcs",
          "others", RunMetric.OTHER_RPCS.key());

  /** The loads that fill a pool, whatever is drawn. */
  private static final Set<String> FILLING =
      Set.of("burstRead", "burstWrite", "burstReadAndWrite", "steadyIncrease");

  /** The growth strategies that ask for a number which the pool's size alone decides. */
  private static final Set<String> BY_STEP = Set.of("client", "fixed-step");

  /** What makes a count depend on when things happen. */
  private static final Set<String> BY_CHANCE = Set.of("shrink", "failPercent");

  private RpcCounts() {}

  /**
   * A row for each result whose RPCs were counted by method: a client that asks for no sessions in
   * batches may ask for them otherwise.
   *
   * @param results the results
   * @return the table; without rows where none was counted so
   */
  public static ResultTable table(List<CellResult> results) {
    List<Column<CellResult>> columns = new ArrayList<>();
    BY_METHOD.forEach(
        (method, metric) -> columns.add(Column.of(method, result -> range(all(result, metric)))));
    return ResultTable.of(
        "table-methods",
        "Number of RPCs by method",
        results,
        result -> result.metric("createSessionRpcs").isPresent(),
        columns,
        result -> Stream.empty());
  }

  private static String range(Sample sample) {
    String least = Numbers.label(sample.min());
    String most = Numbers.label(sample.max());
    return least.equals(most) ? least : least + " - " + most;
  }

  /**
   * The values of a count.
   *
   * @param result the result
   * @param metric the count
   * @return those of all iterations of all forks, empty where there is no such metric
   */
  public static Sample all(CellResult result, String metric) {
    return Sample.ofIterations(result.metric(metric).map(Metric::rawData).orElse(List.of()));
  }

  /**
   * What is to be said of a count about which runs of one result disagree. That pooled results do
   * says nothing of the client, and a note on the whole says that they are pooled.
   */
  static Optional<String> disagreement(String metric, List<CellResult> results) {
    List<Cell> cells =
        results.stream()
            .filter(result -> all(result, metric).min() < all(result, metric).max())
            .map(CellResult::key)
            .toList();
    if (cells.isEmpty()) {
      return Optional.empty();
    }
    if (!isExact(metric)) {
      return Optional.of(BY_TIMING);
    }
    boolean exact = cells.stream().allMatch(RpcCounts::areExact);
    return Optional.of(exact ? SHOULD_BE_EXACT : BY_WAITERS);
  }

  /** Whether a count is fixed where the load fills the pool, so that any difference is one. */
  static boolean isExact(String metric) {
    return EXACT.contains(metric);
  }

  /**
   * Whether the counts of a cell follow from its parameters: not those of a client from before the
   * step, of a fleet whose pools grow at the same time, of a strategy that looks at who waits, and
   * of a load that does not fill the pool.
   *
   * @param cell the cell
   * @return false where forks may differ
   */
  public static boolean areExact(Cell cell) {
    Map<String, String> params = cell.params();
    if (cell.classAndMethod().startsWith("GrowthStrategyBenchmark.")
        && !(FILLING.contains(cell.method())
            && BY_STEP.contains(params.getOrDefault("strategy", "client"))
            && Collections.disjoint(params.keySet(), BY_CHANCE))) {
      return false;
    }
    String client = params.get(ParameterValues.CLIENT);
    try {
      if (client == null) {
        return true;
      }
      ClientUnderTest other = ClientUnderTest.parse(client);
      return other.growsByStep() || other.multiplexed();
    } catch (IllegalArgumentException e) {
      // Several clients at once.
      return false;
    }
  }
}
