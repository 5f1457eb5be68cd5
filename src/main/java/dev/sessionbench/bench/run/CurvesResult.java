package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.Curve;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.util.SingletonStatistics;

/**
 * Carries curves from a fork to the process that reads its results, as JMH carries the files of its
 * own profilers. It has no score; the last of several iterations counts.
 */
public final class CurvesResult extends Result<CurvesResult> {
  /** The name under which JMH lists it among the secondary results. */
  public static final String LABEL = "curves";

  private static final long serialVersionUID = 1;
  private static final SingletonStatistics NO_SCORE = new SingletonStatistics(Double.NaN);

  private final List<Curve> curves;

  /**
   * Makes a result with curves.
   *
   * @param curves the curves of one iteration
   */
  public CurvesResult(List<Curve> curves) {
    super(ResultRole.SECONDARY, LABEL, NO_SCORE, "---", AggregationPolicy.AVG);
    this.curves = List.copyOf(curves);
  }

  /** The curves. */
  public List<Curve> curves() {
    return curves;
  }

  @Override
  protected Aggregator<CurvesResult> getThreadAggregator() {
    return CurvesResult::last;
  }

  @Override
  protected Aggregator<CurvesResult> getIterationAggregator() {
    return CurvesResult::last;
  }

  private static CurvesResult last(Collection<CurvesResult> results) {
    return results.stream().reduce((before, after) -> after).orElseThrow();
  }
}
