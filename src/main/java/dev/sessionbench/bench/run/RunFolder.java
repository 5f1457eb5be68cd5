package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.bench.run.ForkEngine.Fork;
import dev.sessionbench.bench.run.ForkEngine.ForkOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps what the forks of a run or a gate leave. Each part of the plan has a folder with one JMH
 * result file for each fork, or a failed fork's message. {@code series/} has the curves, and {@code
 * jmh.log} has JMH's output. A fork's file is written when the fork has ended, so an interruption
 * loses only the running fork.
 */
public class RunFolder {
  /** The ending of a fork's result file. */
  public static final String RESULT = ".json";

  /** The ending of the file with a failed fork's message. */
  public static final String FAILURE = ".failed.txt";

  /** The ending of the file with the message of a fork that failed before it succeeded. */
  public static final String FAILED_BEFORE = ".failed-before.txt";

  /** The folder of the forks' curves. */
  public static final String SERIES = "series";

  /** The folder. */
  protected final Path path;

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** The name of a folder, from the start time of its run. */
  public static String name(Instant startedAt) {
    return NAME.format(startedAt);
  }

  /**
   * Makes a new folder for a run that begins now.
   *
   * @param parent where it is made
   * @param end the end of its name; a number follows if the folder already exists
   */
  public static Path makeUnused(Path parent, Instant startedAt, String end) throws IOException {
    String name = name(startedAt) + end;
    Path folder = parent.resolve(name);
    for (int again = 2; Files.exists(folder); again++) {
      folder = parent.resolve(name + "-" + again);
    }
    return Files.createDirectories(folder);
  }

  /** Names a folder, which need not exist yet. */
  public RunFolder(Path path) {
    this.path = path;
  }

  /** The folder. */
  public Path path() {
    return path;
  }

  /** Makes the folder, with one for each part of the plan. */
  protected final void make(List<String> parts) throws IOException {
    for (String part : parts) {
      Files.createDirectories(path.resolve(part));
    }
    Files.createDirectories(path.resolve(SERIES));
  }

  /** The file to which JMH and the forks print. */
  public Path log() {
    return path.resolve("jmh.log");
  }

  /** Whether a fork has a result. */
  public boolean has(Fork fork) {
    return Files.exists(file(fork, RESULT));
  }

  /**
   * Reads the result of a fork.
   *
   * @param fork the fork
   * @return its result; empty if there is none yet
   * @throws BadInput if the file is malformed
   */
  public Optional<CellResult> read(Fork fork) {
    return has(fork) ? Optional.of(ResultFile.read(file(fork, RESULT)).get(0)) : Optional.empty();
  }

  /** Whether a fork has failed and has no result. */
  public boolean hasFailed(Fork fork) {
    return !has(fork) && Files.exists(file(fork, FAILURE));
  }

  /** Whether a fork has a result, and failed before it had one. */
  public boolean hasFailedBefore(Fork fork) {
    return Files.exists(file(fork, FAILED_BEFORE));
  }

  /**
   * Writes what a fork yielded. If the fork failed before, its earlier message is kept too.
   *
   * @param fork the fork
   * @param outcome what it yielded
   * @throws BadInput if it cannot be written
   */
  public void write(Fork fork, ForkOutcome outcome) {
    makeFolders(fork);
    outcome.curves().ifPresent(curves -> Json.write(seriesFile(fork), List.of(curves)));
    Json.write(file(fork, RESULT), List.of(outcome.result()));
    if (Files.exists(file(fork, FAILURE))) {
      try {
        Files.move(
            file(fork, FAILURE), file(fork, FAILED_BEFORE), StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw new BadInput(file(fork, FAILURE) + ": cannot be renamed: " + e.getMessage());
      }
    }
  }

  /** Writes the message of a failed fork. */
  public void writeFailure(Fork fork, String reason) {
    makeFolders(fork);
    AtomicFile.write(file(fork, FAILURE), reason + "\n");
  }

  /** An uploaded artifact loses empty folders, so a resumed run may lack them. */
  private void makeFolders(Fork fork) {
    try {
      make(List.of(fork.folder()));
    } catch (IOException e) {
      throw new BadInput(path + ": must be a folder to write to", e);
    }
  }

  /** The curves of a fork; empty if it has no curves. */
  public Optional<CellCurves> readSeries(Fork fork) {
    Path file = seriesFile(fork);
    return Files.exists(file) ? CellCurves.read(file).stream().findFirst() : Optional.empty();
  }

  /** The files of one part of the plan, without those that an interrupted write left behind. */
  public List<Path> files(String folder) {
    if (!Files.isDirectory(path.resolve(folder))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path.resolve(folder))) {
      return files.filter(file -> !file.getFileName().toString().startsWith(".")).sorted().toList();
    } catch (IOException e) {
      throw new BadInput(path + ": its folder " + folder + " cannot be listed");
    }
  }

  private Path seriesFile(Fork fork) {
    return path.resolve(SERIES).resolve(fork.fileName() + RESULT);
  }

  private Path file(Fork fork, String ending) {
    return path.resolve(fork.folder()).resolve(fork.fileName() + ending);
  }
}
