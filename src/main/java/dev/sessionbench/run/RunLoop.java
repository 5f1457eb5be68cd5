package dev.sessionbench.run;

import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Runs the forks of a plan one after the other. A fork that fails takes the other forks of its cell
 * with it; the other cells go on.
 */
final class RunLoop {
  private final RunManifest manifest;
  private final RunDirectory directory;
  private final ForkEngine<PlannedFork> engine;
  private final Function<CellKey, String> labels;
  private final Clock clock;
  private final Progress progress;
  private final List<PlannedFork> plan;
  private final Map<CellKey, String> failures = new LinkedHashMap<>();
  private final RunEstimate estimate = new RunEstimate();

  RunLoop(
      PreparedRun run,
      ForkEngine<PlannedFork> engine,
      Function<CellKey, String> labels,
      Clock clock,
      Progress progress) {
    manifest = run.manifest();
    directory = run.directory();
    plan = manifest.plan();
    this.engine = engine;
    this.labels = labels;
    this.clock = clock;
    this.progress = progress;
  }

  /** Runs what is missing, until the end or an interruption, and writes the merged results. */
  List<CellResult> run() {
    for (PlannedFork fork : plan) {
      if (isLeft(fork) && !engine.isInterrupted()) {
        runOne(fork);
      }
    }
    progress.close();
    return directory.writeResults(manifest);
  }

  /**
   * Stops the run: keeps what has finished, forgets the fork that is running. Safe to call from
   * another thread.
   */
  void interrupt() {
    engine.interrupt();
    directory.writeResults(manifest);
  }

  /** The failed cells, each with its reason: {@code burstRead incStep=25: reason}. */
  List<String> failures() {
    return failures.entrySet().stream()
        .map(failure -> labels.apply(failure.getKey()) + ": " + failure.getValue())
        .toList();
  }

  private void runOne(PlannedFork fork) {
    String label = labels.apply(fork.cell().key()) + " " + fork;
    progress.starting(done(), plan.size(), label, leftMillis());
    long startMillis = clock.millis();
    Attempt attempt = engine.run(fork);
    if (engine.isInterrupted()) {
      return;
    }
    if (attempt.result().isPresent()) {
      estimate.finished(fork.cell(), clock.millis() - startMillis);
    } else {
      failures.put(fork.cell().key(), attempt.failure());
    }
    progress.finished(done(), plan.size(), label + ": " + attempt.words(), leftMillis());
  }

  private boolean isLeft(PlannedFork fork) {
    return !engine.has(fork) && !failures.containsKey(fork.cell().key());
  }

  private int done() {
    return (int) plan.stream().filter(fork -> !isLeft(fork)).count();
  }

  private long leftMillis() {
    return estimate.leftMillis(plan.stream().filter(this::isLeft).map(PlannedFork::cell).toList());
  }
}
