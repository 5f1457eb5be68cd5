package dev.sessionbench.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.results.CellCurves;
import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.Json;
import dev.sessionbench.results.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of one run: {@code run.json} says what it set out to do, {@code forks/} holds one
 * result file for each finished fork, {@code jmh.log} what JMH printed, and {@code result.json} the
 * merged results. {@code series/} and {@code series.json} hold in the same way what was observed
 * over time.
 *
 * @param path the folder
 */
record RunDirectory(Path path) {
  /** Where each run gets a folder unless told otherwise. */
  static final Path DEFAULT_PARENT = Path.of("results", "runs");

  private static final String FORKS = "forks";
  private static final String SERIES = "series";
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * Makes the folder of a new run.
   *
   * @param results the folder of all runs
   * @param startedAt names the folder
   * @throws UsageException if it cannot be made
   */
  static RunDirectory create(Path results, Instant startedAt) {
    try {
      Files.createDirectories(results);
      String name = NAME.format(startedAt);
      Path path = results.resolve(name);
      for (int again = 2; Files.exists(path); again++) {
        path = results.resolve(name + "-" + again);
      }
      Files.createDirectories(path.resolve(FORKS));
      Files.createDirectories(path.resolve(SERIES));
      return new RunDirectory(path);
    } catch (IOException e) {
      throw new UsageException("--results %s: must be a folder to write to".formatted(results));
    }
  }

  Path manifestFile() {
    return path.resolve("run.json");
  }

  Path resultFile() {
    return path.resolve("result.json");
  }

  Path logFile() {
    return path.resolve("jmh.log");
  }

  RunManifest readManifest() {
    return Json.read(manifestFile(), new TypeReference<>() {});
  }

  void writeFork(PlannedFork fork, CellResult result) {
    ResultFile.write(path.resolve(FORKS).resolve(fork.fileName()), List.of(result));
  }

  /** Writes what a fork observed over time. */
  void writeSeries(PlannedFork fork, CellCurves curves) {
    Json.write(path.resolve(SERIES).resolve(fork.fileName()), List.of(curves));
  }

  /** Writes the merged results, and beside them the curves of the first fork of each. */
  void writeResults(List<CellResult> merged) {
    ResultFile.write(resultFile(), merged);
    Map<CellKey, CellCurves> firsts = new HashMap<>();
    for (Path file : files(SERIES)) {
      CellCurves.read(file).forEach(curve -> firsts.putIfAbsent(curve.key(), curve));
    }
    List<CellCurves> curves =
        merged.stream().map(result -> firsts.get(result.key())).filter(Objects::nonNull).toList();
    if (!curves.isEmpty()) {
      Json.write(path.resolve(CellCurves.FILE_NAME), curves);
    }
  }

  /**
   * Reads the finished forks.
   *
   * @param manifest what the run set out to do
   * @return the result of each finished fork, by its position
   * @throws UsageException naming the first file that is not a fork of this run
   * @throws dev.sessionbench.results.ResultFileException naming the first malformed file
   */
  SortedMap<Integer, CellResult> readForks(RunManifest manifest) {
    Map<String, PlannedFork> planned =
        manifest.plan().stream()
            .collect(Collectors.toMap(PlannedFork::fileName, Function.identity()));
    SortedMap<Integer, CellResult> forks = new TreeMap<>();
    for (Path file : files(FORKS)) {
      PlannedFork fork = planned.get(String.valueOf(file.getFileName()));
      List<CellResult> results = ResultFile.read(file);
      if (fork == null || !isFork(results, fork, manifest.environment())) {
        throw new UsageException(file + ": is not the result of a fork of this run");
      }
      forks.put(fork.position(), results.get(0));
    }
    return forks;
  }

  private List<Path> files(String folder) {
    try (Stream<Path> files = Files.list(path.resolve(folder))) {
      // Hidden files are what an interrupted write left behind.
      return files
          .filter(file -> !String.valueOf(file.getFileName()).startsWith("."))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UsageException(
          path + ": must be the folder of a run, with folders forks and series in it");
    }
  }

  private static boolean isFork(
      List<CellResult> results, PlannedFork fork, Environment environment) {
    if (results.size() != 1 || !results.get(0).key().equals(fork.cell().key())) {
      return false;
    }
    Environment where = results.get(0).environment();
    return where != null && where.startedAt().equals(environment.startedAt());
  }
}
