package dev.sessionbench.cli;

import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.CpuTimes;
import dev.sessionbench.results.Machine;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** Runs what was prepared and shows the outcome. */
final class RunExecution {
  private static final long QUIET_CHECK_MILLIS = 1_000;

  private final RunServices services;
  private final PrintStream out;
  private final PrintStream err;

  RunExecution(RunServices services, PrintStream out, PrintStream err) {
    this.services = services;
    this.out = out;
    this.err = err;
  }

  ExitCode execute(PreparedRun run) {
    Path logPath =
        Path.of(run.arguments().options().getOutput().orElse(run.directory().logFile().toString()));
    try (OutputStream file =
            Files.newOutputStream(logPath, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        PrintStream log = new PrintStream(file, false, StandardCharsets.UTF_8)) {
      return execute(run, services.runners().create(run.arguments().options(), log));
    } catch (IOException e) {
      throw new UsageException("-o %s: must be a file that can be written".formatted(logPath));
    }
  }

  private ExitCode execute(PreparedRun run, ForkRunner runner) {
    Machine machine = services.machine();
    warnIfBusy(machine);
    RunLoop loop =
        new RunLoop(
            run.manifest(),
            run.directory(),
            run.finished(),
            runner,
            machine,
            services.clock(),
            Terminal.isInteractive() ? new BarProgress(out) : new LineProgress(out));
    Optional<CpuTimes> before = machine.cpuTimes();
    InterruptionHook hook = InterruptionHook.install(() -> interrupted(loop, run));
    List<CellResult> merged;
    try {
      merged = loop.run();
    } finally {
      hook.remove();
    }
    LoadWarning.after(LoadWarning.since(machine, before)).ifPresent(this::warn);
    if (!merged.isEmpty()) {
      run.request().ifPresent(request -> request.write(merged, runner.runResults()));
      out.print("\n" + new ResultTables(merged, run.published()).render());
    }
    return report(loop, run);
  }

  private void warnIfBusy(Machine machine) {
    Optional<CpuTimes> before = machine.cpuTimes();
    services.pauseMillis().accept(QUIET_CHECK_MILLIS);
    LoadWarning.before(LoadWarning.since(machine, before)).ifPresent(this::warn);
  }

  private void warn(String line) {
    err.print(line + "\n");
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

  private ExitCode report(RunLoop loop, PreparedRun run) {
    out.print("\nResults: " + run.directory().resultFile() + "\n");
    List<String> failures = loop.failures();
    if (!failures.isEmpty()) {
      out.print("\nFailed:\n");
      failures.forEach(failure -> out.print("  " + failure + "\n"));
      out.print("See " + run.directory().logFile() + "\n");
    }
    out.flush();
    return failures.isEmpty() && !loop.isIncomplete() ? ExitCode.OK : ExitCode.BENCHMARK_FAILED;
  }
}
