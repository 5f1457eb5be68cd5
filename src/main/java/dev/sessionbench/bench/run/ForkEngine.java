package dev.sessionbench.bench.run;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.ForkConditions;
import dev.sessionbench.base.results.Machine.CpuTimes.CpuUse;
import dev.sessionbench.base.results.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Runs forks, watches the machine meanwhile, and saves each result at once. Runs and gates share
 * it; they differ only in their plans.
 *
 * @param <F> the forks
 */
public final class ForkEngine<F extends ForkEngine.Fork> {
  private final RunFolder folder;
  private final ForkRunner<F> runner;
  private final RunServices services;
  private final Environment environment;
  private boolean interrupted;

  /**
   * Makes an engine.
   *
   * @param folder keeps the results
   * @param runner runs the forks
   * @param services gives the time and the machine's load
   * @param environment goes into each result
   */
  public ForkEngine(
      RunFolder folder, ForkRunner<F> runner, RunServices services, Environment environment) {
    this.folder = folder;
    this.runner = runner;
    this.services = services;
    this.environment = environment;
  }

  /** Whether a fork has a result, from this process or an earlier one. */
  public boolean has(F fork) {
    return folder.has(fork);
  }

  /**
   * Runs a fork and keeps its result.
   *
   * @param fork the fork
   * @return how it ended; an interrupted fork is not kept and counts as not run
   */
  public Attempt run(F fork) {
    return run(List.of(fork)).get(0);
  }

  /**
   * Runs forks together and keeps their results.
   *
   * @param forks the forks, in the order of their turns
   * @return how each ended; an interrupted fork is not kept and counts as not run
   */
  public List<Attempt> run(List<F> forks) {
    String startedAt = services.clock().instant().toString();
    double load = services.machine().loadAverage();
    MachineWatch watch = new MachineWatch(services.machine());
    // A crash in there is an error of this program: it ends the run and fails no fork.
    List<Attempt> attempts = runner.runTogether(forks);
    CpuUse use = watch.use();
    List<Attempt> kept = new ArrayList<>();
    for (int i = 0; i < forks.size(); i++) {
      F fork = forks.get(i);
      Attempt attempt = attempts.get(i);
      ForkConditions conditions =
          new ForkConditions(
              startedAt, fork.position(), load, use.stealPercent(), use.byOthersPercent());
      Optional<ForkOutcome> outcome =
          attempt.outcome().map(measured -> completed(fork, measured, conditions));
      outcome.ifPresent(measured -> keep(() -> folder.write(fork, measured)));
      if (!attempt.failure().isEmpty()) {
        keep(() -> folder.writeFailure(fork, attempt.failure()));
      }
      kept.add(new Attempt(outcome, attempt.failure(), attempt.tookMillis()));
    }
    return kept;
  }

  private ForkOutcome completed(F fork, ForkOutcome outcome, ForkConditions conditions) {
    Environment its = environment.withSeed(fork.workloadSeed());
    Environment full = its.withLibraries(runner.libraries(fork));
    CellResult result = outcome.result().withEnvironment(full);
    return new ForkOutcome(result.withForkConditions(List.of(conditions)), outcome.curves());
  }

  private synchronized void keep(Runnable write) {
    if (!interrupted) {
      write.run();
    }
  }

  /**
   * Keeps no fork that ends from now on, because an interruption also ends the running fork, which
   * is no failure of the benchmark. Safe to call from another thread.
   */
  public synchronized void interrupt() {
    interrupted = true;
  }

  /** Whether {@link #interrupt} was called. */
  public synchronized boolean isInterrupted() {
    return interrupted;
  }

  /** A fork threw or yielded no result. The message is the reason, on one line. */
  public static final class ForkFailedException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * A failure.
     *
     * @param reason why; its first line counts
     */
    public ForkFailedException(String reason) {
      super(reason.lines().findFirst().orElse("no reason given"));
    }

    /** The reason, on one line. */
    public String reason() {
      return String.valueOf(getMessage());
    }
  }

  /**
   * What one fork yielded.
   *
   * @param result its result
   * @param curves the curves of its last run; empty if the benchmark has no curves
   */
  public record ForkOutcome(CellResult result, Optional<CellCurves> curves) {}

  /**
   * Runs single forks.
   *
   * @param <F> the description of a fork
   */
  @FunctionalInterface
  public interface ForkRunner<F extends Fork> extends AutoCloseable {
    /**
     * Runs one fork and waits for it.
     *
     * @param fork the fork
     * @return what it yielded
     * @throws ForkFailedException if it threw or yielded no result
     */
    ForkOutcome run(F fork) throws ForkFailedException;

    /**
     * Runs forks that are compared, and waits for them; by default one after the other.
     *
     * @param forks the forks, in the order of their turns
     * @return how each ended
     */
    default List<Attempt> runTogether(List<F> forks) {
      List<Attempt> attempts = new ArrayList<>();
      for (F fork : forks) {
        try {
          attempts.add(new Attempt(Optional.of(run(fork)), "", 0));
        } catch (ForkFailedException e) {
          attempts.add(new Attempt(Optional.empty(), e.reason(), 0));
        }
      }
      return attempts;
    }

    /** The libraries of a fork's client; empty if they are the suite's own. */
    default String libraries(F fork) {
      return "";
    }

    /** Ends what it keeps for further forks; by default there is nothing. */
    @Override
    default void close() {}
  }

  /** One fork of a plan: one cell in a fresh JVM. The cells of a gate's block share a JVM. */
  public interface Fork {
    /** Its place in the order of the whole plan, from 1. */
    int position();

    /** The folder of its part of the plan, under the run's folder. */
    String folder();

    /** The name of its files in that folder, without an ending; unique in that folder. */
    String fileName();

    /** The seed of its workload; {@code unknown} if the benchmark has no seed. */
    String workloadSeed();
  }

  /**
   * How a fork ended.
   *
   * @param outcome what it yielded; empty if it failed or was stopped
   * @param failure why it failed; empty if it did not
   * @param tookMillis its part of the time; 0 if the runner does not know it
   */
  public record Attempt(Optional<ForkOutcome> outcome, String failure, long tookMillis) {
    private static final String MEDIAN = "50.0";
    private static final String PER_OPERATION = "/op";

    /** A text for people: {@code 801.0 ms, 16 RPCs}, or {@code FAILED (reason)}. */
    public String describe() {
      String other = failure.isEmpty() ? "stopped with the other fork" : "FAILED (" + failure + ")";
      return result().map(Attempt::measured).orElse(other);
    }

    /** Its result; empty if it failed or was stopped. */
    public Optional<CellResult> result() {
      return outcome.map(ForkOutcome::result);
    }

    private static String measured(CellResult result) {
      Metric primary = result.primaryMetric();
      double median = primary.scorePercentiles().getOrDefault(MEDIAN, primary.score());
      String unit = primary.scoreUnit();
      String score =
          unit.endsWith(PER_OPERATION)
              ? String.format(Locale.ROOT, "%.1f %s", median, unit.replace(PER_OPERATION, ""))
              : String.format(Locale.ROOT, "%.3f %s", median, unit);
      return result
          .metric(RunMetric.RPCS.key())
          .map(rpcs -> score + String.format(Locale.ROOT, ", %.0f RPCs", rpcs.score()))
          .orElse(score);
    }
  }

  /**
   * Runs an action when the JVM is asked to end, for example by Ctrl-C.
   *
   * @param thread runs it
   */
  public record InterruptionHook(Thread thread) implements AutoCloseable {
    /**
     * Installs a hook until it is closed.
     *
     * @param action what to do
     */
    public static InterruptionHook install(Runnable action) {
      Runnable ending =
          () -> {
            action.run();
            // A signal to this process alone would leave an orphaned fork measuring.
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
          };
      Thread thread = new Thread(ending, "keep-results");
      Runtime.getRuntime().addShutdownHook(thread);
      return new InterruptionHook(thread);
    }

    /** Removes the hook. While the JVM is ending, this waits for the action's end. */
    @Override
    public void close() {
      try {
        Runtime.getRuntime().removeShutdownHook(thread);
      } catch (IllegalStateException e) {
        // The JVM is ending and the hook is running: wait for its end, and report nothing twice.
        Uninterruptibles.joinUninterruptibly(thread);
      }
    }
  }
}
