package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.bench.run.RunDirectory;
import dev.sessionbench.bench.run.RunFolder;
import dev.sessionbench.study.Study;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a study keeps what it saw; in a folder of its own unless told otherwise. */
final class StudyFiles {
  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Where the measurements go. Default: a new folder below results/runs.")
  private Optional<Path> json = Optional.empty();

  @Option(
      names = {"-o", "--output", "--html"},
      paramLabel = "FILE",
      description = "Where the page goes. Default: a new folder below results/runs.")
  private Optional<Path> page = Optional.empty();

  /**
   * Sees to it that the files that are named can be written, before a study begins.
   *
   * @throws BadInput if a folder is missing
   */
  void check() {
    json.ifPresent(file -> requireFolder("--json", file));
    page.ifPresent(file -> requireFolder("--html", file));
  }

  private static void requireFolder(String option, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    boolean missing = folder == null || !Files.isDirectory(folder);
    BadInput.when(missing, "%s %s: there is no folder %s", option, file, String.valueOf(folder));
  }

  /**
   * Prints what was seen, keeps it, and says where.
   *
   * @param name names the files that are not named
   */
  void keep(String name, Study seen, PrintStream out) {
    Optional<String> html = seen.page();
    boolean named = json.isPresent() && (page.isPresent() || html.isEmpty());
    Path folder = named ? Path.of("") : folder(name);
    Path measurements = json.orElse(folder.resolve(name + ".json"));
    Path drawn = page.orElse(folder.resolve(name + ".html"));
    Json.write(measurements, seen);
    html.ifPresent(text -> AtomicFile.write(drawn, text));
    out.print(seen.text());
    out.print("\nmeasurements in " + Escape.terminal(measurements.toString()));
    out.print(html.isEmpty() ? "\n" : ", page in " + Escape.terminal(drawn.toString()) + "\n");
    out.flush();
  }

  /** A new folder beside those of the runs; a temporary one where nothing can be written there. */
  private static Path folder(String name) {
    try {
      Instant now = SystemTime.CLOCK.calendar().instant();
      return RunFolder.makeUnused(RunDirectory.DEFAULT_PARENT, now, name);
    } catch (IOException e) {
      return temporary(name);
    }
  }

  private static Path temporary(String name) {
    try {
      return Files.createTempDirectory(name + "-");
    } catch (IOException e) {
      throw new BadInput("--json: must be given, as no folder can be made: " + e.getMessage(), e);
    }
  }
}
