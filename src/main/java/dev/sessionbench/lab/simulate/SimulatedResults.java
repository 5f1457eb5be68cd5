package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.ForkConditions;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.bench.load.GrowthLog;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Runs cells in virtual time and reports them like measured cells. Two entries mark such a result:
 * the client is {@value CellResult#SIMULATED}, and there is no machine. Equal cells of one build
 * have equal results, to the byte.
 */
public final class SimulatedResults {
  /** Stands in place of a machine. */
  public static final String NO_MACHINE = "virtual time";

  /** Cells under way for each thread; enough that one slow cell does not hold up the others. */
  private static final int AHEAD = 16;

  /** The most points of a curve; a chart has no more pixels than that. */
  private static final int MOST_STEPS = 4096;

  private final Environment nowhere =
      Environment.read(0, Environment.UNKNOWN)
          .withJdk(NO_MACHINE)
          .withVm(NO_MACHINE)
          .withOs(NO_MACHINE)
          .withCpuModel(NO_MACHINE)
          .withCores(0)
          .withClientVersion(CellResult.SIMULATED);

  /** Reads once which build this is. */
  public SimulatedResults() {}

  /**
   * The outcome of a cell.
   *
   * @param result its metrics
   * @param curves what happened over time; empty unless asked for
   */
  public record Played(CellResult result, Optional<CellCurves> curves) {}

  /**
   * Runs cells and holds no more results than cells under way.
   *
   * @param cells the cells
   * @param threads how many threads run them, at least 1; does not affect the results
   * @param curves whether to record what happens over time
   * @param results receives the outcome of each cell, in their order
   * @throws InterruptedException if the thread is interrupted
   */
  public void run(List<Cell> cells, int threads, boolean curves, Consumer<? super Played> results)
      throws InterruptedException {
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    try {
      Queue<Future<Played>> running = new ArrayDeque<>();
      for (int i = 0; i < cells.size(); i++) {
        int position = i + 1;
        Cell cell = cells.get(i);
        running.add(workers.submit(() -> play(cell, position, curves)));
        if (running.size() > AHEAD * threads) {
          results.accept(running.remove().get());
        }
      }
      for (Future<Played> result : running) {
        results.accept(result.get());
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BadInput bad) {
        throw bad;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      workers.shutdownNow();
    }
  }

  /**
   * The result of a cell.
   *
   * @param cell the cell
   * @param position its place in the plan, from 1
   */
  public CellResult result(Cell cell, int position) {
    return play(cell, position, /* curves= */ false).result();
  }

  private Played play(Cell cell, int position, boolean curves) {
    GrowthLog log = new GrowthLog(MOST_STEPS);
    List<Curve> drawn = new ArrayList<>();
    CellResult result;
    if (ChannelCell.is(cell)) {
      ChannelRun run = new ChannelRun(ChannelCell.of(cell), log);
      long nanos = run.run();
      result = result(cell, position, nanos, run.metrics());
    } else {
      SimulatedRun run = Simulation.of(cell).run(curves ? log : null);
      result = result(cell, position, run.serveNanos(), metrics(run));
      if (curves) {
        drawn.add(GrowthLog.waits(run.waits()));
      }
    }
    drawn.addAll(0, log.curves());
    return new Played(
        result,
        Optional.of(new CellCurves(cell.benchmark(), cell.params(), drawn)).filter(c -> curves));
  }

  private CellResult result(Cell cell, int position, long nanos, Map<RunMetric, Double> values) {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    values.forEach((metric, value) -> metrics.put(metric.key(), metric(metric.unit(), value)));
    String seed = cell.params().getOrDefault(TrialParameters.SEED.name(), Environment.UNKNOWN);
    return new CellResult(
        "",
        cell.benchmark(),
        "ss",
        1,
        1,
        NO_MACHINE,
        List.of(),
        NO_MACHINE,
        NO_MACHINE,
        "",
        0,
        "",
        1,
        1,
        "",
        1,
        cell.params(),
        metric("ms/op", nanos / Nanos.PER_MILLI),
        metrics,
        nowhere.withSeed(seed),
        List.of(
            new ForkConditions(Environment.UNKNOWN, position, Double.NaN, Double.NaN, Double.NaN)));
  }

  /** The metrics of a run, named as in measured runs if those have them. */
  private static Map<RunMetric, Double> metrics(SimulatedRun run) {
    Map<RunMetric, Double> all = new LinkedHashMap<>();
    BiConsumer<RunMetric, Double> add = all::put;
    BiConsumer<RunMetric, ToLongFunction<PoolStatistics>> sum =
        (metric, count) -> add.accept(metric, (double) run.sum(count));
    sum.accept(RunMetric.RPCS, PoolStatistics::requests);
    sum.accept(RunMetric.ATTEMPTS, PoolStatistics::requests);
    sum.accept(RunMetric.CREATED, PoolStatistics::created);
    add.accept(RunMetric.OVERSHOOT, (double) run.overshoot());
    add.accept(RunMetric.TIME_TO_MAX, run.timeToMaxNanos() / Nanos.PER_MILLI);
    add.accept(RunMetric.WAIT_MEAN, run.waits().getMean() / Nanos.PER_MILLI);
    add.accept(RunMetric.WAIT_P50, run.waits().getValueAtPercentile(50) / Nanos.PER_MILLI);
    add.accept(RunMetric.WAIT_P99, run.waits().getValueAtPercentile(99) / Nanos.PER_MILLI);
    add.accept(RunMetric.WAIT_MAX, run.waits().getValueAtPercentile(100) / Nanos.PER_MILLI);
    sum.accept(RunMetric.MAX_IN_USE, PoolStatistics::maxInUse);
    sum.accept(RunMetric.ACQUIRED, PoolStatistics::acquired);
    sum.accept(RunMetric.RELEASED, PoolStatistics::released);
    sum.accept(RunMetric.TIMEOUTS, PoolStatistics::timedOut);
    sum.accept(RunMetric.MAX_SESSIONS, PoolStatistics::maxTotal);
    sum.accept(RunMetric.NEVER_USED, PoolStatistics::neverUsed);
    sum.accept(RunMetric.CLOSED, PoolStatistics::closed);
    add.accept(RunMetric.FAILED_CALLERS, (double) run.failed());
    add.accept(RunMetric.IDLE_SECONDS, run.idleNanos() / Nanos.PER_SECOND);
    add.accept(RunMetric.IN_FLIGHT, (double) run.maxInProgress());
    add.accept(RunMetric.PEAK_RATE, (double) run.peakPerSecond());
    return all;
  }

  private static Metric metric(String unit, double value) {
    return Metric.of(unit, List.of(List.of(value)));
  }
}
