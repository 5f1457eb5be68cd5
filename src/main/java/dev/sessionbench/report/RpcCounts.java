package dev.sessionbench.report;

import dev.sessionbench.base.results.CellKey;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.report.ResultTables.ResultTable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How often RPCs were made: by method where a client was counted so, and whether a count is a fact
 * of its cell, so that runs which disagree about it are a finding.
 */
public final class RpcCounts {
  /** What runs that disagree about a count say where a rule gives it. */
  static final String SHOULD_BE_EXACT =
      "The invocations of one cell disagree about a count that should be exact where the load fills"
          + " the pool.";

  /** The same of a pool to which no rule gives a count. */
  static final String BY_WAITERS =
      "The runs differ, as they may: how many sessions this pool asks for at once depends on who"
          + " has come to wait by then.";

  /** The same of any other count. */
  private static final String BY_TIMING =
      "The runs differ in this count, which also depends on timing.";

  private static final Set<String> BY_RULE = Set.of(ResultTables.RPCS_METRIC, "sessionsCreated");

  private static final Map<String, String> METHODS = methods();

  private RpcCounts() {}

  /** The metric of each method that a client is counted by, in the order of a session's life. */
  public static Map<String, String> byMethod() {
    return METHODS;
  }

  private static Map<String, String> methods() {
    Map<String, String> methods = new LinkedHashMap<>();
    methods.put("CreateSession", "createSessionRpcs");
    methods.put("BatchCreateSessions", ResultTables.RPCS_METRIC);
    methods.put("BeginTransaction", "beginTransactionRpcs");
    methods.put("ExecuteStreamingSql", "executeStreamingSqlRpcs");
    methods.put("ExecuteSql", "executeSqlRpcs");
    methods.put("Commit", "commitRpcs");
    methods.put("Rollback", "rollbackRpcs");
    methods.put("others", "otherRpcs");
    return Collections.unmodifiableMap(methods);
  }

  /**
   * A row for each result whose RPCs were counted by method: a client that asks for no sessions in
   * batches may ask for them otherwise.
   *
   * @param results the results
   * @return the table; without rows where none was counted so
   */
  public static ResultTable table(List<CellResult> results) {
    return ResultTable.of(
        "table-methods",
        "Number of RPCs by method",
        results,
        result -> result.metric("createSessionRpcs").isPresent(),
        METHODS.entrySet().stream()
            .map(
                method ->
                    Column.<CellResult>of(
                        method.getKey(), result -> words(result, method.getValue())))
            .toList(),
        result -> Stream.empty());
  }

  private static String words(CellResult result, String metric) {
    Sample sample = all(result, metric);
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
    List<CellKey> cells =
        results.stream()
            .filter(result -> all(result, metric).min() < all(result, metric).max())
            .map(CellResult::key)
            .toList();
    if (cells.isEmpty()) {
      return Optional.empty();
    }
    String byRule = cells.stream().allMatch(RpcCounts::areExact) ? SHOULD_BE_EXACT : BY_WAITERS;
    return Optional.of(areByRule(metric) ? byRule : BY_TIMING);
  }

  /** Whether a rule gives a count where the load fills the pool, so that any difference is one. */
  static boolean areByRule(String metric) {
    return BY_RULE.contains(metric);
  }

  /** The loads that fill a pool, whatever is drawn. */
  private static final Set<String> FILLING =
      Set.of("burstRead", "burstWrite", "burstReadAndWrite", "steadyIncrease");

  /** The rules of growth that ask for a number which the pool's size alone decides. */
  private static final Set<String> BY_STEP = Set.of("client", "fixed-step");

  /** What makes a count depend on when things happen. */
  private static final Set<String> BY_CHANCE = Set.of("shrink", "failPercent");

  /**
   * Whether the counts of a cell follow from its parameters: not those of a client from before the
   * step, of a fleet whose pools grow at the same time, of a rule that looks at who waits, and of a
   * load that does not fill the pool.
   *
   * @param cell the cell
   * @return false where forks may differ
   */
  public static boolean areExact(CellKey cell) {
    String client = cell.params().get(ParameterValues.CLIENT);
    if (cell.classAndMethod().startsWith("GrowthStrategyBenchmark.")
        && !(FILLING.contains(cell.method())
            && BY_STEP.contains(cell.params().getOrDefault("strategy", "client"))
            && Collections.disjoint(cell.params().keySet(), BY_CHANCE))) {
      return false;
    }
    try {
      return client == null || !Generation.parse(client).growsByWaiters();
    } catch (IllegalArgumentException e) {
      // Several clients at once.
      return false;
    }
  }
}
