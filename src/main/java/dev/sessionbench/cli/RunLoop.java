package dev.sessionbench.cli;

import dev.sessionbench.report.ParameterColumns;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.CpuTimes;
import dev.sessionbench.results.CpuUse;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.ForkConditions;
import dev.sessionbench.results.ForkMerge;
import dev.sessionbench.results.Machine;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Sample;
import java.time.Clock;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Runs the forks of a plan one after the other and keeps each result as soon as it is there. A fork
 * that fails takes the other forks of its cell with it; the other cells go on.
 */
final class RunLoop {
  private final RunManifest manifest;
  private final RunDirectory directory;
  private final ForkRunner runner;
  private final Machine machine;
  private final Clock clock;
  private final Progress progress;
  private final List<PlannedFork> plan;
  private final ParameterColumns labels;
  private final SortedMap<Integer, CellResult> finished;
  private final Map<CellKey, String> failures = new LinkedHashMap<>();
  private final RunEstimate estimate = new RunEstimate();
  private boolean interrupted;

  /** A run with the forks that are already there. */
  RunLoop(
      RunManifest manifest,
      RunDirectory directory,
      SortedMap<Integer, CellResult> finished,
      ForkRunner runner,
      Machine machine,
      Clock clock,
      Progress progress) {
    this.manifest = manifest;
    this.directory = directory;
    this.finished = new TreeMap<>(finished);
    this.runner = runner;
    this.machine = machine;
    this.clock = clock;
    this.progress = progress;
    plan = manifest.plan();
    labels = ParameterColumns.of(manifest.cells().stream().map(Cell::key).toList());
  }

  /** Runs what is missing, until the end or an interruption, and writes the merged results. */
  List<CellResult> run() {
    for (PlannedFork fork : plan) {
      if (isLeft(fork) && !runOne(fork)) {
        break;
      }
    }
    progress.close();
    return keep();
  }

  /**
   * Stops the run: keeps what has finished, forgets the fork that is running. Safe to call from
   * another thread.
   */
  synchronized void interrupt() {
    interrupted = true;
    keep();
  }

  /** Whether some forks have not run, for whatever reason. */
  synchronized boolean isIncomplete() {
    return finished.size() < plan.size();
  }

  /** Whether {@link #interrupt} was called. */
  synchronized boolean isInterrupted() {
    return interrupted;
  }

  /** The failed cells, each with its reason: {@code burstRead incStep=25: reason}. */
  synchronized List<String> failures() {
    return failures.entrySet().stream()
        .map(failure -> labels.label(failure.getKey()) + ": " + failure.getValue())
        .toList();
  }

  private synchronized List<CellResult> keep() {
    List<CellResult> merged =
        ForkMerge.merge(List.copyOf(finished.values())).stream()
            .sorted(Comparator.comparing(CellResult::key, labels.order()))
            .toList();
    directory.writeResults(merged);
    return merged;
  }

  private boolean runOne(PlannedFork fork) {
    String label =
        labels.label(fork.cell().key()) + " fork " + fork.fork() + "/" + fork.cell().runs();
    progress.starting(done(), plan.size(), label, leftMillis());
    long startMillis = clock.millis();
    String startedAt = clock.instant().toString();
    double load = machine.loadAverage();
    Optional<CpuTimes> before = machine.cpuTimes();
    String outcome;
    try {
      ForkOutcome yielded = runner.run(fork);
      CpuUse use = LoadWarning.since(machine, before);
      outcome =
          keepFork(
              fork,
              yielded,
              new ForkConditions(
                  startedAt, fork.position(), load, use.stealPercent(), use.byOthersPercent()));
      estimate.finished(fork.cell(), clock.millis() - startMillis);
    } catch (ForkFailedException e) {
      outcome = fail(fork, e.reason());
    }
    if (isInterrupted()) {
      return false;
    }
    progress.finished(done(), plan.size(), label + ": " + outcome, leftMillis());
    return true;
  }

  private synchronized String keepFork(
      PlannedFork fork, ForkOutcome yielded, ForkConditions conditions) {
    CellResult result = yielded.result();
    if (!interrupted) {
      String seed = fork.cell().params().getOrDefault("seed", Environment.UNKNOWN);
      CellResult kept = result.with(manifest.environment().withSeed(seed), List.of(conditions));
      yielded.curves().ifPresent(curves -> directory.writeSeries(fork, curves));
      directory.writeFork(fork, kept);
      finished.put(fork.position(), kept);
    }
    return measured(result);
  }

  private synchronized String fail(PlannedFork fork, String reason) {
    // An interruption ends the running fork too; that is no failure of the benchmark.
    if (!interrupted) {
      failures.put(fork.cell().key(), reason);
    }
    return "FAILED (" + reason + ")";
  }

  private synchronized boolean isLeft(PlannedFork fork) {
    return !finished.containsKey(fork.position()) && !failures.containsKey(fork.cell().key());
  }

  private int done() {
    return (int) plan.stream().filter(fork -> !isLeft(fork)).count();
  }

  private long leftMillis() {
    return estimate.leftMillis(plan.stream().filter(this::isLeft).map(PlannedFork::cell).toList());
  }

  private static String measured(CellResult result) {
    OptionalDouble millis = ResultTables.medianMillis(result);
    Metric primary = result.primaryMetric();
    String time =
        millis.isPresent()
            ? String.format(Locale.ROOT, "%.1f ms", millis.getAsDouble())
            : String.format(Locale.ROOT, "%.3f %s", primary.score(), primary.scoreUnit());
    Metric rpcs = result.secondaryMetrics().get(ResultTables.RPCS_METRIC);
    return rpcs == null
        ? time
        : time + String.format(Locale.ROOT, ", %.0f RPCs", Sample.ofForks(rpcs).median());
  }
}
