package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.bench.run.RunDirectory;
import dev.sessionbench.bench.run.RunFolder;
import dev.sessionbench.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * Plays a study, prints what it measured, and keeps it as JSON and as a page. They go to a folder
 * of their own by default. A stopped study keeps what it has.
 */
abstract class PlayedStudyCommand extends BenchCommand {
  /** The time for the last transactions and the files when the study is stopped. */
  private static final long STOP_SECONDS = 60;

  @Option(
      names = {"-o", "--output", "--html"},
      paramLabel = "FILE",
      description = {
        "The page to write. A file beside it with the ending .json has the measurements.",
        "Default: a new folder below results/runs."
      })
  private Optional<Path> output = Optional.empty();

  PlayedStudyCommand(Schema options) {
    super(options);
  }

  /** Plays the study until its end, or until its thread is interrupted. */
  abstract Study play();

  @Override
  final ExitCode execute() {
    output.stream()
        .flatMap(page -> Stream.of(page, measurements(page)))
        .forEach(file -> AtomicFile.require("-o", file));
    StopSignal signal = world.signals().apply(STOP_SECONDS, Thread.currentThread()::interrupt);
    try {
      Study seen = play();
      keep(seen);
      return seen.complete() ? ExitCode.OK : ExitCode.BENCHMARK_FAILED;
    } finally {
      signal.close();
    }
  }

  private void keep(Study seen) {
    Path page = output.orElseGet(() -> folder(spec.name()).resolve(spec.name() + ".html"));
    Path measurements = measurements(page);
    Json.write(measurements, seen);
    String line = String.join(" ", spec.commandLine().getParseResult().originalArgs());
    AtomicFile.write(page, seen.page("java -jar target/benchmarks.jar " + line));
    out.print(seen.text());
    say(
        "\nmeasurements in %s, page in %s"
            .formatted(Escape.terminal(measurements.toString()), Escape.terminal(page.toString())));
  }

  private static Path measurements(Path page) {
    String name = page.getFileName().toString().replaceFirst("\\.html$", "");
    return page.resolveSibling(name + ".json");
  }

  /** A new folder next to those of the runs; a temporary one if that is not writable. */
  private static Path folder(String name) {
    try {
      try {
        Instant now = SystemTime.CLOCK.calendar().instant();
        return RunFolder.makeUnused(RunDirectory.DEFAULT_PARENT, now, "-" + name);
      } catch (IOException e) {
        return Files.createTempDirectory(name + "-");
      }
    } catch (IOException e) {
      throw new BadInput("-o: must be given, as no folder can be made: " + e.getMessage(), e);
    }
  }
}
