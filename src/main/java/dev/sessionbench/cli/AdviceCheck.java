package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.bench.run.Cell;
import dev.sessionbench.bench.run.JmhArguments;
import dev.sessionbench.bench.run.PreparedRun;
import dev.sessionbench.bench.run.RunExecution;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.lab.advise.Advised;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.report.ParameterColumns;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures what was advised: the same load, as a file that anybody can play again, by the engine of
 * {@code run}.
 *
 * @param out for the advice, the progress and what was found
 * @param err for warnings
 * @param services the world around the run
 * @param results where the file and the run are kept
 */
record AdviceCheck(PrintStream out, PrintStream err, RunServices services, Path results) {
  private static final double LONGEST_SECONDS = 600;

  /**
   * Prints the advice, measures, and prints what was found.
   *
   * @param advised the advice
   * @param forks in how many JVMs each rule is measured, at least 1
   * @throws BadInput before anything is measured, where the load cannot be played
   */
  ExitCode measure(Advised advised, int forks) {
    if (advised.numFinalists() == 0) {
      out.print(advised.text() + "\nThere is nothing to measure between.\n");
      return ExitCode.OK;
    }
    if (advised.lastsSeconds() > LONGEST_SECONDS) {
      throw new BadInput(
          "--verify: the load goes on for %.0f s, and each of %d forks plays it in real time: must be at most %.0f s"
              .formatted(advised.lastsSeconds(), advised.numFinalists() * forks, LONGEST_SECONDS));
    }
    return services.alone(() -> measured(advised, prepare(advised, forks)));
  }

  private PreparedRun prepare(Advised advised, int forks) {
    Path file = results.resolve(LoadFile.name(advised.load()));
    try {
      Files.createDirectories(results);
    } catch (IOException e) {
      throw new BadInput("--results %s: must be a folder to write to".formatted(results), e);
    }
    AtomicFile.write(file, advised.load());
    return PreparedRun.start(
        services,
        JmhArguments.parse(
            List.of(
                "GrowthStrategyBenchmark.described$",
                "-p",
                "load=" + file,
                "-p",
                "strategy=" + advised.strategies(),
                "-f",
                Integer.toString(forks))),
        results,
        /* orderSeed= */ 1,
        /* shard= */ null,
        /* published= */ false);
  }

  private ExitCode measured(Advised advised, PreparedRun run) {
    out.print(advised.text() + "\n");
    ParameterColumns labels =
        ParameterColumns.of(run.directory().manifest().cells().stream().map(Cell::key).toList());
    RunExecution.Outcome outcome = RunExecution.execute(services, out, err, run, labels::label);
    out.print(advised.verified(outcome.merged()));
    out.print("\nResults: " + run.directory().resultFile() + "\n");
    outcome.failures().forEach(failure -> out.print("Failed: " + failure + "\n"));
    return outcome.failures().isEmpty() ? ExitCode.OK : ExitCode.BENCHMARK_FAILED;
  }
}
