package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.GateLine;
import dev.sessionbench.base.results.HistoryFile;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.report.sweep.Drift;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code gate drift}: says what has moved over many gates. */
@Command(
    name = "drift",
    mixinStandardHelpOptions = true,
    description = {
      "Says when and by how much figures have moved over the gates of a history, which gate",
      "--history writes: those with the base of the latest. Exit codes: 0 nothing stands worse than",
      "it did, 1 something does, 2 bad usage or input, 3 the latest gate lacks a figure, which may",
      "have moved."
    })
final class GateDriftCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Parameters(paramLabel = "FILE", description = "The history of gates.")
  private Path file = Path.of("");

  GateDriftCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    List<GateLine> history = HistoryFile.read(file, GateLine.TYPE, err::println);
    if (history.isEmpty()) {
      throw new BadInput(
          file + ": must hold the line of a gate at least; gate --history writes them");
    }
    Drift drift = Drift.of(history);
    drift.sentences().forEach(line -> out.print(Escape.terminal(line) + "\n"));
    out.flush();
    if (drift.isWorse()) {
      return ExitCode.BENCHMARK_FAILED.code();
    }
    return (drift.isBlind() ? ExitCode.INCONCLUSIVE : ExitCode.OK).code();
  }
}
