package dev.sessionbench;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.bench.run.CurvesResult;
import dev.sessionbench.bench.trial.TrialReport;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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
 * Reports the metrics of each run as secondary metrics.
 *
 * <p>JMH's own way, {@code @AuxCounters}, sums counts over all iterations: a pool that grows by 304
 * RPCs would show 912 after three iterations. A profiler may choose the aggregation. This one takes
 * the mean, so that every reader of the file sees the number of one run.
 */
public final class InvocationMetricsProfiler implements InternalProfiler {
  private static final AtomicReference<@Nullable List<Result<?>>> PUBLISHED =
      new AtomicReference<>();
  private static final Listening LISTENING = new Listening();

  /**
   * Stores the report of the run that has just ended, for JMH to collect.
   *
   * @param report the report
   */
  static void publish(TrialReport report) {
    publish(report.metrics(), report.curves());
  }

  /**
   * Stores the metrics of the run that has just ended, for JMH to collect.
   *
   * @param metrics the metrics
   */
  static void publish(List<MetricValue> metrics) {
    publish(metrics, List.of());
  }

  private static void publish(List<MetricValue> metrics, List<Curve> curves) {
    List<Result<?>> results = new ArrayList<>();
    for (MetricValue f : metrics) {
      results.add(new ScalarResult(f.name(), f.value(), f.unit(), AggregationPolicy.AVG));
    }
    if (!curves.isEmpty()) {
      results.add(new CurvesResult(curves));
    }
    LISTENING.check();
    PUBLISHED.set(results);
  }

  /** Whether this fork has the profiler; without it, published metrics are lost. */
  static final class Listening {
    private final AtomicBoolean heard = new AtomicBoolean();
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Records that the profiler is there. */
    void hear() {
      heard.set(true);
    }

    /** Prints once what is missing and how to get it, if the profiler is not there. */
    void check() {
      if (!heard.get() && !warned.getAndSet(true)) {
        System.out.printf(
            "%nNOTE: only the score is in this result; RPCs, waits and CPU time need -prof %s (the"
                + " command 'run' sets it itself)%n",
            InvocationMetricsProfiler.class.getName());
      }
    }
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    LISTENING.hear();
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
    return "Metrics of each run of the session pool benchmarks";
  }
}
