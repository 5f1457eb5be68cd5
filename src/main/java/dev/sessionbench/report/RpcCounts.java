package dev.sessionbench.report;

import static java.util.stream.Collectors.toSet;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.bench.client.ClientUnderTest;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Shows how often RPCs were made, by method if they were counted so. It also says which counts are
 * exact; runs that differ in an exact count are a finding.
 */
public final class RpcCounts {
  /** The note for runs that differ in a count that the pool's size alone decides. */
  static final String SHOULD_BE_EXACT =
      "The invocations of one cell disagree about a count that should be exact where the load fills"
          + " the pool.";

  /** The note for a pool that asks for as many sessions as there are waiters. */
  static final String BY_WAITERS =
      "The runs differ, as they may: how many sessions this pool asks for at once depends on who"
          + " has come to wait by then.";

  /** The note for any other count. */
  private static final String BY_TIMING =
      "The runs differ in this count, which also depends on timing.";

  private static final Set<String> EXACT =
      Set.of(ResultTables.RPCS_METRIC, RunMetric.CREATED.key());

  /** The counts of methods. */
  static final Set<String> BY_METHOD =
      EnumSet.allOf(RunMetric.class).stream()
          .filter(m -> m != RunMetric.DELETE_SESSION_RPCS && m != RunMetric.FAILED_RPCS)
          .map(RunMetric::key)
          .filter(key -> key.endsWith("Rpcs"))
          .collect(toSet());

  /** The loads that fill a pool with any random waits. */
  private static final Set<String> FILLING =
      Set.of("burstRead", "burstWrite", "burstReadAndWrite", "steadyIncrease");

  /** The growth strategies whose requests depend only on the pool's size. */
  private static final Set<String> BY_STEP = Set.of("client", "fixed-step");

  /** Parameters that make a count depend on timing. */
  private static final Set<String> BY_CHANCE = Set.of("shrink", "failPercent");

  private RpcCounts() {}

  /**
   * The values of a count.
   *
   * @param result the result
   * @param metric the count
   * @return the values of all iterations of all forks; empty if there is no such metric
   */
  public static Sample all(CellResult result, String metric) {
    return Sample.ofIterations(result.metric(metric).map(Metric::rawData).orElse(List.of()));
  }

  /**
   * The note on a count that differs between runs of one result. Differences between pooled results
   * say nothing of the client; another note says that they are pooled.
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

  /** Whether a count is fixed if the load fills the pool, so that any difference is a finding. */
  static boolean isExact(String metric) {
    return EXACT.contains(metric);
  }

  /**
   * Whether the parameters of a cell decide its counts. They do not for clients from before the
   * step, for fleets, whose pools grow at the same time, or for strategies that depend on waiters.
   * Nor do they for a load that does not fill the pool.
   *
   * @param cell the cell
   * @return false if forks may differ
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
      // A fleet of several clients.
      return false;
    }
  }
}
