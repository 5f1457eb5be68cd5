package dev.sessionbench.run;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.CpuUse;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.ForkConditions;
import dev.sessionbench.results.Machine;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Runs forks one at a time, watches the machine meanwhile, and keeps each result as soon as it is
 * there. A run and a gate differ in what they plan, and in nothing that is done here.
 *
 * @param <F> the forks
 */
public final class ForkEngine<F extends Fork> {
  private final ForkFolder folder;
  private final ForkRunner<F> runner;
  private final Machine machine;
  private final Clock clock;
  private final Environment environment;
  private boolean interrupted;

  /**
   * An engine.
   *
   * @param folder keeps the results
   * @param runner runs the forks
   * @param machine tells of the machine's load
   * @param clock tells the time
   * @param environment goes into each result
   */
  public ForkEngine(
      ForkFolder folder,
      ForkRunner<F> runner,
      Machine machine,
      Clock clock,
      Environment environment) {
    this.folder = folder;
    this.runner = runner;
    this.machine = machine;
    this.clock = clock;
    this.environment = environment;
  }

  /** Whether a fork has a result, of this process or of one before. */
  public boolean has(F fork) {
    return folder.has(fork);
  }

  /**
   * Runs a fork and keeps its result.
   *
   * @param fork the fork
   * @return how it ended; what an interruption ended is not kept and counts as nothing
   */
  public Attempt run(F fork) {
    String startedAt = clock.instant().toString();
    double load = machine.loadAverage();
    MachineWatch watch = new MachineWatch(machine);
    try {
      ForkOutcome outcome = runner.run(fork);
      CpuUse use = watch.use();
      CellResult result =
          outcome
              .result()
              .with(
                  environment.withSeed(fork.workloadSeed()),
                  List.of(
                      new ForkConditions(
                          startedAt,
                          fork.position(),
                          load,
                          use.stealPercent(),
                          use.byOthersPercent())));
      keep(fork, new ForkOutcome(result, outcome.curves()));
      return new Attempt(Optional.of(result), "");
    } catch (ForkFailedException e) {
      keepFailure(fork, e.reason());
      return new Attempt(Optional.empty(), e.reason());
    }
  }

  private synchronized void keep(F fork, ForkOutcome outcome) {
    if (!interrupted) {
      folder.write(fork, outcome);
    }
  }

  private synchronized void keepFailure(F fork, String reason) {
    if (!interrupted) {
      folder.writeFailure(fork, reason);
    }
  }

  /**
   * Keeps nothing that ends from now on: an interruption ends the running fork too, and that is no
   * failure of the benchmark. Safe to call from another thread.
   */
  public synchronized void interrupt() {
    interrupted = true;
  }

  /** Whether {@link #interrupt} was called. */
  public synchronized boolean isInterrupted() {
    return interrupted;
  }
}
