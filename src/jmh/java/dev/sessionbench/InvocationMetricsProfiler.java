package dev.sessionbench;

import dev.sessionbench.model.Curve;
import dev.sessionbench.run.CurvesResult;
import dev.sessionbench.trial.Metric;
import dev.sessionbench.trial.TrialReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Reports the figures of each run as secondary metrics.
 *
 * <p>JMH's own way, {@code @AuxCounters}, adds the counts of all iterations up: a pool that grows
 * by 304 RPCs would read 912 after three iterations. A profiler may say how its figures are
 * aggregated, and these are averaged, so that the score is the number of one run for every reader
 * of the file.
 */
public final class InvocationMetricsProfiler implements InternalProfiler {
  private static final AtomicReference<@Nullable List<Result<?>>> PUBLISHED =
      new AtomicReference<>();

  /**
   * Leaves what the run that has just ended showed for JMH to collect.
   *
   * @param report what it showed
   */
  static void publish(TrialReport report) {
    List<Result<?>> results = results(report.metrics());
    report
        .trace()
        .ifPresent(
            trace -> {
              List<Curve> curves = new ArrayList<>(trace.curves());
              curves.add(report.waits().percentiles());
              results.add(new CurvesResult(curves));
            });
    PUBLISHED.set(results);
  }

  /**
   * Leaves the figures of the run that has just ended for JMH to collect.
   *
   * @param metrics the figures
   */
  static void publish(List<Metric> metrics) {
    PUBLISHED.set(results(metrics));
  }

  private static List<Result<?>> results(List<Metric> metrics) {
    List<Result<?>> results = new ArrayList<>();
    for (Metric m : metrics) {
      results.add(new ScalarResult(m.name(), m.value(), m.unit(), AggregationPolicy.AVG));
    }
    return results;
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    PUBLISHED.set(null);
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    List<Result<?>> results = PUBLISHED.getAndSet(null);
    return results == null ? List.of() : results;
  }

  @Override
  public String getDescription() {
    return "Figures of each run of the session pool benchmarks";
  }
}
