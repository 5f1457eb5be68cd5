package dev.sessionbench.bench.run;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.CpuUse;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.ForkConditions;
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
  private final RunServices services;
  private final Environment environment;
  private boolean interrupted;

  /**
   * An engine.
   *
   * @param folder keeps the results
   * @param runner runs the forks
   * @param services tells the time and the machine's load
   * @param environment goes into each result
   */
  public ForkEngine(
      ForkFolder folder, ForkRunner<F> runner, RunServices services, Environment environment) {
    this.folder = folder;
    this.runner = runner;
    this.services = services;
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
    String startedAt = services.clock().instant().toString();
    double load = services.machine().loadAverage();
    MachineWatch watch = new MachineWatch(services.machine());
    try {
      ForkOutcome outcome = outcome(fork);
      CpuUse use = watch.use();
      CellResult result =
          outcome
              .result()
              .withEnvironment(
                  environment.withSeed(fork.workloadSeed()).withLibraries(runner.libraries(fork)))
              .withForkConditions(
                  List.of(
                      new ForkConditions(
                          startedAt,
                          fork.position(),
                          load,
                          use.stealPercent(),
                          use.byOthersPercent())));
      keep(() -> folder.write(fork, new ForkOutcome(result, outcome.curves())));
      return new Attempt(Optional.of(result), "");
    } catch (ForkFailedException e) {
      keep(() -> folder.writeFailure(fork, e.reason()));
      return new Attempt(Optional.empty(), e.reason());
    }
  }

  /** Runs a fork; an error of this program is kept as the fork's failure before it goes on. */
  private ForkOutcome outcome(F fork) throws ForkFailedException {
    try {
      return runner.run(fork);
    } catch (RuntimeException | Error e) {
      keep(() -> folder.writeFailure(fork, "the program that ran it failed: " + e));
      throw e;
    }
  }

  private synchronized void keep(Runnable write) {
    if (!interrupted) {
      write.run();
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
