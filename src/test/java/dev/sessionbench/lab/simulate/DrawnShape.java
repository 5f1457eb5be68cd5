package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.Trial;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.bench.trial.TrialReport;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A randomly drawn pool with a load: a cell of the main benchmark.
 *
 * @param workload the load
 * @param percent callers of a burst, or sessions kept, as a share of what the pool can hold
 * @param params the parameters of the cell
 */
record DrawnShape(Workload workload, int percent, TreeMap<String, String> params) {
  private static final int MOST_STEPS = 40;
  private static final int OPERATIONS_PER_CALLER = 4;
  private static final List<Integer> PERCENTS = List.of(25, 50, 75, 100, 200);
  private static final List<String> COST_MODELS = List.of("flat", "linear", "contended");

  private static final List<Workload> WORKLOADS = Workload.ORIGINAL;

  static DrawnShape from(Random random) {
    Workload workload = WORKLOADS.get(random.nextInt(WORKLOADS.size()));
    int max = 20 + random.nextInt(181);
    int min = random.nextInt(max + 1);
    int step = Math.max(1 + random.nextInt(60), (max - min) / MOST_STEPS);
    int percent = PERCENTS.get(random.nextInt(PERCENTS.size()));
    boolean keeps = workload == Workload.STEADY_INCREASE;
    int callers = Math.max(1, (keeps ? Math.min(percent, 100) : percent) * max / 100);
    TreeMap<String, String> params = new TreeMap<>();
    params.put("minSessions", Integer.toString(min));
    params.put("maxSessions", Integer.toString(max));
    params.put("incStep", Integer.toString(step));
    params.put("numChannels", Integer.toString(1 + random.nextInt(8)));
    params.put("operations", Integer.toString(keeps ? callers : OPERATIONS_PER_CALLER * callers));
    params.put("concurrency", Integer.toString(keeps ? 1 : callers));
    params.put("costModel", COST_MODELS.get(random.nextInt(COST_MODELS.size())));
    params.put("seed", Integer.toString(random.nextInt(1_000_000)));
    params.put("timeScale", Integer.toString(timeScale(workload)));
    params.put("transport", "inprocess");
    params.put("port", "0");
    params.put("waitForMinSessions", "true");
    return new DrawnShape(workload, percent, params);
  }

  /** The factor that stretches its times, as in the benchmark. */
  private static int timeScale(Workload workload) {
    return switch (workload) {
      case BURST_READ, BURST_READ_AND_WRITE -> 2;
      case BURST_WRITE -> 3;
      case STEADY_INCREASE -> 4;
      case ACQUIRE_RELEASE -> 1;
    };
  }

  /** Whether the demand is the same in every race of the callers. */
  boolean demandIsCertain() {
    return percent == 200 || workload == Workload.STEADY_INCREASE;
  }

  Cell simulated() {
    return new Cell("dev.sessionbench.SessionPoolBenchmark." + load(), Cell.SINGLE_SHOT, params);
  }

  private String load() {
    return workload.benchmarkName();
  }

  /** Runs the real client on it, once, in this process. */
  CellResult measured(Environment environment) throws IOException, InterruptedException {
    try (Trial trial = Trial.prepare(TrialParameters.read(workload, params).measured())) {
      trial.collectGarbage();
      long begun = SystemTime.CLOCK.nanos();
      trial.run();
      long nanos = (SystemTime.CLOCK.nanos() - begun) / timeScale(workload);
      return result(nanos / Nanos.PER_MILLI, trial.finish(), environment);
    }
  }

  private CellResult result(double millis, TrialReport report, Environment environment) {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    for (MetricValue metric : report.metrics()) {
      metrics.put(metric.name(), Metric.of(metric.unit(), List.of(List.of(metric.value()))));
    }
    return new CellResult(
        "",
        "dev.sessionbench.SessionPoolBenchmark." + load(),
        "ss",
        1,
        /* forks= */ 0,
        "java",
        List.of(),
        System.getProperty("java.version"),
        System.getProperty("java.vm.name"),
        System.getProperty("java.vm.version"),
        0,
        "",
        1,
        /* measurementIterations= */ 1,
        "",
        1,
        params,
        Metric.of("ms/op", List.of(List.of(millis))),
        metrics,
        environment,
        null);
  }
}
