package dev.sessionbench;

import dev.sessionbench.trial.GrowthTrace;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.util.SingletonStatistics;

/**
 * Carries the growth of a pool from a fork to the process that reads its results, the way JMH
 * carries what its own profilers write. It has no score; of several runs the last counts.
 */
public final class GrowthTraceResult extends Result<GrowthTraceResult> {
  /** The name under which JMH lists it among the secondary results. */
  public static final String LABEL = "growthTrace";

  private static final long serialVersionUID = 1;

  private final GrowthTrace trace;
  private final List<List<Double>> waitPercentiles;

  /**
   * A result that carries a trace.
   *
   * @param trace how the pool grew
   * @param waitPercentiles how long the operations waited: pairs of a percentile and milliseconds
   */
  GrowthTraceResult(GrowthTrace trace, List<List<Double>> waitPercentiles) {
    super(
        ResultRole.SECONDARY,
        LABEL,
        new SingletonStatistics(Double.NaN),
        "---",
        AggregationPolicy.AVG);
    this.trace = trace;
    this.waitPercentiles = waitPercentiles;
  }

  /** How the pool grew. */
  public GrowthTrace trace() {
    return trace;
  }

  /** How long the operations waited for a session: pairs of a percentile and milliseconds. */
  public List<List<Double>> waitPercentiles() {
    return waitPercentiles;
  }

  @Override
  protected Aggregator<GrowthTraceResult> getThreadAggregator() {
    return GrowthTraceResult::last;
  }

  @Override
  protected Aggregator<GrowthTraceResult> getIterationAggregator() {
    return GrowthTraceResult::last;
  }

  private static GrowthTraceResult last(Collection<GrowthTraceResult> results) {
    return results.stream().reduce((before, after) -> after).orElseThrow();
  }
}
