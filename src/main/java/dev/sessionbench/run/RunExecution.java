package dev.sessionbench.run;

import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Function;

/** Runs what was prepared, and says meanwhile how far it is. */
public final class RunExecution {
  private static final long QUIET_CHECK_NANOS = 1_000_000_000;

  private final RunServices services;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * An execution.
   *
   * @param services the world around it
   * @param out for progress
   * @param err for warnings
   */
  public RunExecution(RunServices services, PrintStream out, PrintStream err) {
    this.services = services;
    this.out = out;
    this.err = err;
  }

  /**
   * What a run came to.
   *
   * @param merged the merged results
   * @param failures the failed cells, each with its reason
   */
  public record Outcome(List<CellResult> merged, List<String> failures) {}

  /**
   * Runs what of a run is missing.
   *
   * @param run the run
   * @param labels what the cells are called
   * @return what it came to
   * @throws UsageException if the log cannot be written
   */
  public Outcome execute(PreparedRun run, Function<CellKey, String> labels) {
    Path logPath =
        Path.of(
            run.arguments().options().getOutput().orElse(run.directory().forks().log().toString()));
    try (OutputStream file =
            Files.newOutputStream(logPath, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        PrintStream log = new PrintStream(file, false, StandardCharsets.UTF_8)) {
      return execute(run, labels, services.runners().create(run.arguments().options(), log));
    } catch (IOException e) {
      throw new UsageException("-o %s: must be a file that can be written".formatted(logPath));
    }
  }

  private Outcome execute(
      PreparedRun run, Function<CellKey, String> labels, ForkRunner<PlannedFork> runner) {
    MachineWatch before = new MachineWatch(services.machine());
    services.pauseNanos().accept(QUIET_CHECK_NANOS);
    warnOf("this machine is not quiet, times will be off: ", before);
    RunLoop loop =
        new RunLoop(
            run,
            new ForkEngine<>(
                run.directory().forks(),
                runner,
                services.machine(),
                services.clock(),
                run.manifest().environment()),
            labels,
            services.clock(),
            new Progress(out, Progress.isInteractive()));
    MachineWatch during = new MachineWatch(services.machine());
    InterruptionHook hook = InterruptionHook.install(() -> interrupted(loop, run));
    List<CellResult> merged;
    try {
      merged = loop.run();
    } finally {
      hook.remove();
    }
    warnOf("the machine was not quiet during the run, times are off: ", during);
    if (!merged.isEmpty()) {
      run.request().ifPresent(request -> request.write(merged, runner.runResults()));
    }
    return new Outcome(merged, loop.failures());
  }

  private void warnOf(String start, MachineWatch watch) {
    watch.complaint().ifPresent(complaint -> err.print("warning: " + start + complaint + "\n"));
    err.flush();
  }

  private void interrupted(RunLoop loop, PreparedRun run) {
    loop.interrupt();
    out.print(
        "\nInterrupted; finished forks are kept. Go on with: --resume "
            + run.directory().path()
            + "\n");
    out.flush();
  }
}
