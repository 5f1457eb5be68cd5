package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.bench.run.ForkEngine.Attempt;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import dev.sessionbench.bench.run.ForkEngine.InterruptionHook;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs the planned forks, one after the other, and shows the progress. If a fork fails, the other
 * forks of its cell are skipped; other cells continue.
 */
public final class RunExecution {
  private static final long QUIET_CHECK_NANOS = 1_000_000_000;

  private final RunServices services;
  private final PrintStream out;
  private final PrintStream err;
  private final RunDirectory run;
  private final Function<Cell, String> labels;
  private final ForkEngine<PlannedFork> engine;
  private final List<PlannedFork> plan;
  private final Map<Cell, String> failures = new LinkedHashMap<>();
  private final RunEstimate estimate;

  RunExecution(
      RunServices services,
      PrintStream out,
      PrintStream err,
      RunDirectory run,
      Function<Cell, String> labels,
      ForkRunner<PlannedFork> runner) {
    this.services = services;
    this.out = out;
    this.err = err;
    this.run = run;
    this.labels = labels;
    RunManifest manifest = run.manifest();
    engine = new ForkEngine<>(run, runner, services, manifest.environment());
    plan = manifest.plan();
    estimate = new RunEstimate(run.arguments().options().getMeasurementIterations().orElse(1));
  }

  /**
   * The outcome of a run.
   *
   * @param merged the merged results
   * @param failures the failed cells, each with its reason: {@code burstRead: reason}
   * @param disturbance what else used the machine meanwhile; empty if it was quiet
   */
  public record Outcome(
      List<CellResult> merged, List<String> failures, Optional<String> disturbance) {
    /** The outcome of a run that was measured before. */
    public static Outcome merged(List<CellResult> merged) {
      return new Outcome(merged, List.of(), Optional.empty());
    }
  }

  /**
   * Runs the missing forks of a run.
   *
   * @param services gives access to the environment
   * @param out for progress
   * @param err for warnings
   * @param run the run
   * @param labels gives the names of the cells
   * @return the outcome
   * @throws BadInput if the log cannot be written
   */
  public static Outcome execute(
      RunServices services,
      PrintStream out,
      PrintStream err,
      RunDirectory run,
      Function<Cell, String> labels) {
    var options = run.arguments().options();
    Path logPath = Path.of(options.getOutput().orElse(run.log().toString()));
    try (OutputStream file =
            Files.newOutputStream(logPath, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        PrintStream log = new PrintStream(file, false, StandardCharsets.UTF_8)) {
      ForkRunner<PlannedFork> runner = services.runners().apply(options, log);
      return new RunExecution(services, out, err, run, labels, runner).execute();
    } catch (IOException e) {
      throw new BadInput("-o %s: must be a file that can be written".formatted(logPath));
    }
  }

  /** Runs the missing forks until the end or an interruption, and writes the merged results. */
  Outcome execute() {
    MachineWatch before = new MachineWatch(services.machine());
    services.pauseNanos().accept(QUIET_CHECK_NANOS);
    warnOf("this machine is not quiet, times will be off: ", before.complaint());
    MachineWatch during = new MachineWatch(services.machine());
    InterruptionHook hook = InterruptionHook.install(this::interrupt);
    List<CellResult> merged;
    try (hook) {
      if (plan.stream().anyMatch(this::isLeft)) {
        print("");
      }
      plan.stream().filter(fork -> isLeft(fork) && !engine.isInterrupted()).forEach(this::runOne);
      merged = run.writeResults();
    }
    Optional<String> disturbance = during.complaint();
    warnOf("the machine was not quiet during the run, times are off: ", disturbance);
    // If every fork failed, the results of an older run must not stay there.
    if (!merged.isEmpty() || !failures.isEmpty()) {
      run.arguments().resultCopy().ifPresent(file -> Json.write(file, merged));
    }
    List<String> failed = new ArrayList<>();
    failures.forEach((cell, reason) -> failed.add(labels.apply(cell) + ": " + reason));
    return new Outcome(merged, failed, disturbance);
  }

  private void warnOf(String start, Optional<String> disturbance) {
    disturbance.ifPresent(complaint -> err.print("warning: " + start + complaint + "\n"));
  }

  /**
   * Stops the run: keeps the finished forks and drops the running one. Safe to call from another
   * thread.
   */
  void interrupt() {
    engine.interrupt();
    run.writeResults();
    out.print("\nInterrupted; finished forks are kept. Go on with: --resume " + run.path() + "\n");
  }

  private void runOne(PlannedFork fork) {
    String label = labels.apply(fork.cell().key()) + " " + fork;
    long startMillis = services.clock().millis();
    Attempt attempt = attempt(fork);
    if (engine.isInterrupted()) {
      return;
    }
    if (attempt.result().isPresent()) {
      estimate.finished(fork.cell(), services.clock().millis() - startMillis);
    } else {
      failures.put(fork.cell().key(), attempt.failure());
    }
    print(label + ": " + attempt.describe() + ", ");
  }

  /**
   * Measures nothing after an edit of the cell's files, because the forks of a cell must not
   * differ.
   */
  private Attempt attempt(PlannedFork fork) {
    Optional<String> change = run.change(fork.cell());
    if (change.isEmpty()) {
      return engine.run(fork);
    }
    run.writeFailure(fork, change.get());
    return new Attempt(Optional.empty(), change.get(), 0);
  }

  private boolean isLeft(PlannedFork fork) {
    return !engine.has(fork) && !failures.containsKey(fork.cell().key());
  }

  /** Prints a line between two forks, because output during a fork would disturb it. */
  private void print(String outcome) {
    List<PlannedCell> left = plan.stream().filter(this::isLeft).map(PlannedFork::cell).toList();
    String time = RunEstimate.describe(estimate.leftMillis(left));
    out.print("[%d/%d] %s%s\n".formatted(plan.size() - left.size(), plan.size(), outcome, time));
  }
}
