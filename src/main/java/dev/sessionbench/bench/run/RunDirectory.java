package dev.sessionbench.bench.run;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.ForkMerge;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.results.ResultFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of one run: {@code run.json} says what it set out to do, {@code forks/} holds one
 * result file for each finished fork, {@code jmh.log} what JMH printed, and {@code result.json} the
 * merged results. {@code series/} and {@code series.json} hold in the same way what was observed
 * over time.
 */
public final class RunDirectory extends RunFolder {
  /** Where each run gets a folder unless told otherwise. */
  public static final Path DEFAULT_PARENT = Path.of("results", "runs");

  private static final String MANIFEST = "run.json";
  private static final String MERGED = "result.json";

  private final RunManifest manifest;

  private RunDirectory(Path path, RunManifest manifest) {
    super(path);
    this.manifest = manifest;
  }

  /** What the run set out to do. */
  public RunManifest manifest() {
    return manifest;
  }

  /**
   * Makes the folder of a new run.
   *
   * @param results the folder of all runs
   * @param startedAt names the folder
   * @param manifest what the run sets out to do
   * @throws BadInput if it cannot be made
   */
  static RunDirectory create(Path results, Instant startedAt, RunManifest manifest) {
    Shard shard = manifest.shard();
    String name =
        name(startedAt)
            + (shard == null ? "" : "-part%sof%s".formatted(shard.index(), shard.count()));
    try {
      Path path = results.resolve(name);
      for (int again = 2; Files.exists(path); again++) {
        path = results.resolve(name + "-" + again);
      }
      RunDirectory directory = new RunDirectory(path, manifest);
      directory.make(List.of(PlannedFork.FOLDER));
      Json.write(path.resolve(MANIFEST), manifest);
      return directory;
    } catch (IOException e) {
      throw new BadInput("--results %s: must be a folder to write to".formatted(results));
    }
  }

  /**
   * The folder of an earlier run.
   *
   * @throws BadInput if it says nothing, or nothing legible, of what the run set out to do
   */
  static RunDirectory open(Path path) {
    return new RunDirectory(path, Json.read(path.resolve(MANIFEST), new TypeReference<>() {}));
  }

  /**
   * The results of the newest run that has any, for commands that are given no file.
   *
   * @param runs the folder of all runs
   * @param say where it says which run that is
   * @throws BadInput if there is none
   */
  public static Path newestResult(Path runs, PrintStream say) {
    try (Stream<Path> folders = Files.isDirectory(runs) ? Files.list(runs) : Stream.empty()) {
      // The folders are named by the time at which their run began.
      Path file =
          folders
              .filter(folder -> Files.exists(folder.resolve(MERGED)))
              .max(Comparator.naturalOrder())
              .map(folder -> folder.resolve(MERGED))
              .orElseThrow(
                  () ->
                      new BadInput(
                          "no result file is named, and %s holds none: name one, or run first"
                              .formatted(runs)));
      say.println("Newest run: " + file);
      return file;
    } catch (IOException e) {
      throw new BadInput("%s: cannot be listed: %s".formatted(runs, e.getMessage()));
    }
  }

  /**
   * The cells that a run set out to measure and has no result of.
   *
   * @param result a result file
   * @return which; none where it is not known what a run set out to do that left the file
   */
  public static List<Cell> unmeasured(Path result) {
    Optional<RunDirectory> run = around(result);
    if (run.isEmpty()) {
      return List.of();
    }
    Set<Cell> measured =
        ResultFile.read(result).stream().map(CellResult::key).collect(Collectors.toSet());
    return run.get().manifest.cells().stream()
        .map(PlannedCell::key)
        .filter(key -> !measured.contains(key))
        .toList();
  }

  /**
   * The cells of which a fork has failed and has not run well since.
   *
   * @param result a result file
   * @return which; none where the folder of the run that left the file is not around it
   */
  public static Set<Cell> failed(Path result) {
    return around(result).stream()
        .flatMap(run -> run.manifest.plan().stream().filter(fork -> run.hasFailed(fork)))
        .map(fork -> fork.cell().key())
        .collect(Collectors.toSet());
  }

  /** The folder of the run that left a result file; nothing where it is not known. */
  private static Optional<RunDirectory> around(Path result) {
    Path folder = result.toAbsolutePath().getParent();
    if (folder == null || !result.endsWith(MERGED) || !Files.exists(folder.resolve(MANIFEST))) {
      return Optional.empty();
    }
    try {
      return Optional.of(open(folder));
    } catch (BadInput e) {
      // Somebody else's file of that name.
      return Optional.empty();
    }
  }

  /** The file of the merged results. */
  public Path resultFile() {
    return path.resolve(MERGED);
  }

  /**
   * Merges what there is of a plan into {@code result.json}, and beside it the curves of the first
   * fork of each cell. A cell of which a fork has failed is left out: what the others measured is a
   * choice that the failure has made.
   *
   * @return the merged results in the order of the cells
   */
  public List<CellResult> writeResults() {
    Map<Cell, CellCurves> firsts = new HashMap<>();
    List<CellResult> results =
        manifest.plan().stream().map(this::read).flatMap(Optional::stream).toList();
    for (PlannedFork fork : manifest.plan()) {
      readSeries(fork).ifPresent(observed -> firsts.putIfAbsent(observed.key(), observed));
    }
    Map<Cell, CellResult> byKey =
        ForkMerge.merge(results).stream()
            .collect(Collectors.toMap(CellResult::key, Function.identity()));
    manifest.plan().stream()
        .filter(fork -> hasFailed(fork))
        .forEach(fork -> byKey.remove(fork.cell().key()));
    List<CellResult> merged =
        manifest.cells().stream().map(c -> byKey.get(c.key())).filter(Objects::nonNull).toList();
    Json.write(resultFile(), merged);
    List<CellCurves> curves =
        merged.stream().map(result -> firsts.get(result.key())).filter(Objects::nonNull).toList();
    if (!curves.isEmpty() || Files.exists(path.resolve(CellCurves.FILE_NAME))) {
      Json.write(path.resolve(CellCurves.FILE_NAME), curves);
    }
    return merged;
  }

  /**
   * Whether what a cell reads besides its parameters is still what the run keeps of it.
   *
   * @return what is not, in words; nothing if all is
   */
  Optional<String> change(PlannedCell cell) {
    try {
      return new KnownBenchmarks()
          .files(List.of(cell.key())).keySet().stream()
              .filter(name -> !Files.exists(path.resolve(name)))
              .findFirst()
              .map(
                  name ->
                      "a file that it reads has changed since the run began: it would be kept as %s"
                          .formatted(name));
    } catch (IllegalArgumentException | BadInput e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Copies what the run keeps of the texts that its parameters name, as they were when it began.
   *
   * @throws BadInput if they cannot be copied
   */
  void copyTexts(RunDirectory other) {
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
        Files.copy(file, other.path.resolve(path.relativize(file)));
      }
    } catch (IOException e) {
      throw new BadInput("%s: its files cannot be copied: %s".formatted(path, e), e);
    }
  }

  /**
   * Checks that the folder holds forks of this run and nothing else.
   *
   * @throws BadInput naming the first file that is malformed or not a fork of this run
   */
  void checkForks() {
    Map<String, PlannedFork> planned =
        manifest.plan().stream()
            .collect(Collectors.toMap(PlannedFork::fileName, Function.identity()));
    for (Path file : files(PlannedFork.FOLDER)) {
      String name = file.getFileName().toString();
      if (name.endsWith(FAILURE) || name.endsWith(FAILED_BEFORE)) {
        continue;
      }
      PlannedFork fork = planned.get(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
      List<CellResult> results = ResultFile.read(file);
      if (fork == null || results.size() != 1 || !isFork(results.get(0), fork)) {
        throw new BadInput(file + ": is not the result of a fork of this run");
      }
    }
  }

  private boolean isFork(CellResult result, PlannedFork fork) {
    Environment where = result.environment();
    return result.key().equals(fork.cell().key()) && where != null && manifest.started(where);
  }
}
