package dev.sessionbench.bench.run;

import com.fasterxml.jackson.core.type.TypeReference;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Maps;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Sets;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.AtomicFile;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the files of one run. {@code run.json} has its plan, {@code forks/} one result file for
 * each finished fork, {@code jmh.log} JMH's output, and {@code result.json} the merged results.
 * {@code series/} and {@code series.json} have the curves in the same way.
 */
public final class RunDirectory extends RunFolder {
  /** The default folder of runs. */
  public static final Path DEFAULT_PARENT = Path.of("results", "runs");

  private static final String MANIFEST = "run.json";
  private static final String MERGED = "result.json";

  private final RunManifest manifest;

  private RunDirectory(Path path, RunManifest manifest) {
    super(path);
    this.manifest = manifest;
  }

  /** The plan of the run. */
  public RunManifest manifest() {
    return manifest;
  }

  /** JMH's view of the run's command line. */
  public JmhArguments arguments() {
    return JmhArguments.parse(manifest.jmhArguments());
  }

  /**
   * Makes a new run and its folder.
   *
   * @param services gives access to the environment
   * @param arguments JMH's view of the command line
   * @param results the folder of all runs
   * @param orderSeed the seed of the order of the forks
   * @param shard the part to run; empty for the whole run
   * @throws BadInput if the command line asks for cells that cannot work
   */
  public static RunDirectory start(
      RunServices services,
      JmhArguments arguments,
      Path results,
      long orderSeed,
      @Nullable Shard shard) {
    List<PlannedCell> cells = new CellFinder(services.benchmarks()).find(arguments);
    int blocks = PlannedFork.blocks(cells);
    BadInput.when(
        shard != null && shard.count() > blocks,
        "--shard %s: must be at most %s parts, as no cell has more forks: -f says how many",
        String.valueOf(shard),
        blocks);
    var unused = arguments.resultCopy();
    Instant startedAt = services.clock().instant();
    Environment environment = services.environment().apply(orderSeed, startedAt.toString());
    RunManifest manifest =
        new RunManifest(arguments.arguments(), orderSeed, environment, cells, shard, null);
    RunDirectory run = create(results, startedAt, manifest);
    for (Cell cell : manifest.keys()) {
      Map<String, String> files = BenchmarkSupport.of(cell.benchmark()).files(cell.params());
      files.forEach((name, text) -> AtomicFile.write(run.path.resolve(name), text));
    }
    return run;
  }

  /**
   * Opens an earlier run with its finished forks.
   *
   * @param services gives access to the environment
   * @param path its folder
   * @throws BadInput if the folder is no run, if a file is malformed, or if the build, machine or
   *     plan has changed
   */
  public static RunDirectory resume(RunServices services, Path path) {
    RunDirectory run = open(path);
    RunManifest manifest = run.manifest;
    Environment now =
        services.environment().apply(manifest.orderSeed(), services.clock().instant().toString());
    List<String> differences = now.allDifferencesFrom(manifest.environment());
    if (differences.isEmpty()) {
      List<PlannedCell> cells = new CellFinder(services.benchmarks()).find(run.arguments());
      differences =
          cells.equals(manifest.cells()) ? List.of() : List.of(change(manifest.cells(), cells));
    }
    String all = String.join("; ", differences);
    BadInput.when(!differences.isEmpty(), "--resume %s: %s; start a new run", path, all);
    var unused = run.arguments().resultCopy();
    run.checkForks();
    return run;
  }

  /** The first parameter that differs between the old and the new cells. */
  private static String change(List<PlannedCell> before, List<PlannedCell> now) {
    for (int i = 0; i < Math.min(before.size(), now.size()); i++) {
      Map<String, String> was = before.get(i).key().params();
      Map<String, String> is = now.get(i).key().params();
      for (String name : Sets.union(was.keySet(), is.keySet())) {
        if (!Objects.equals(was.get(name), is.get(name))) {
          return "%s of %s was %s, is %s"
              .formatted(name, before.get(i).key().method(), was.get(name), is.get(name));
        }
      }
    }
    return "the benchmarks have changed since";
  }

  /**
   * Parameters that are not swept, because they have no meaning for some cells.
   *
   * @param label names a cell
   * @return a line for each such parameter
   */
  public List<String> notSwept(Function<Cell, String> label) {
    ListMultimap<String, String> cells = MultimapBuilder.treeKeys().arrayListValues().build();
    for (Cell cell : manifest.keys()) {
      BenchmarkSupport support = BenchmarkSupport.of(cell.benchmark());
      Set<String> all = support.forJmh(cell.benchmark(), cell.params()).keySet();
      Sets.difference(all, cell.params().keySet())
          .forEach(name -> cells.put(name, label.apply(cell)));
    }
    return cells.asMap().entrySet().stream()
        .map(
            e ->
                "%s is not swept for %s: it does not matter there"
                    .formatted(e.getKey(), String.join(", ", e.getValue())))
        .toList();
  }

  /** The forks that failed before they succeeded. */
  public List<PlannedFork> failedBefore() {
    return manifest.plan().stream().filter(this::hasFailedBefore).toList();
  }

  /** The forks that have no result yet. */
  public List<PlannedFork> missing() {
    return manifest.plan().stream().filter(fork -> !has(fork)).toList();
  }

  /**
   * Makes the folder of a new run.
   *
   * @param results the folder of all runs
   * @param startedAt gives the folder its name
   * @param manifest the plan of the run
   * @throws BadInput if it cannot be made
   */
  static RunDirectory create(Path results, Instant startedAt, RunManifest manifest) {
    Shard shard = manifest.shard();
    String part = shard == null ? "" : "-part%sof%s".formatted(shard.index(), shard.count());
    try {
      Path path = makeUnused(results, startedAt, part);
      RunDirectory directory = new RunDirectory(path, manifest);
      directory.make(List.of(PlannedFork.FOLDER));
      Json.write(path.resolve(MANIFEST), manifest);
      return directory;
    } catch (IOException e) {
      throw new BadInput("--results %s: must be a folder to write to".formatted(results));
    }
  }

  /**
   * Opens the folder of an earlier run.
   *
   * @throws BadInput if it has no readable plan
   */
  static RunDirectory open(Path path) {
    return new RunDirectory(path, Json.read(path.resolve(MANIFEST), new TypeReference<>() {}));
  }

  /**
   * The results of the newest run that has any, for commands without a file.
   *
   * @param runs the folder of all runs
   * @param say where it prints which run that is
   * @throws BadInput if there is none
   */
  public static Path newestResult(Path runs, PrintStream say) {
    try (Stream<Path> folders = Files.isDirectory(runs) ? Files.list(runs) : Stream.empty()) {
      // The folders' names begin with the start of their run.
      String none =
          "no result file is named, and %s holds none: name one, or run first".formatted(runs);
      Path file =
          folders
              .filter(folder -> Files.exists(folder.resolve(MERGED)))
              .max(Comparator.naturalOrder())
              .map(folder -> folder.resolve(MERGED))
              .orElseThrow(() -> new BadInput(none));
      say.println("Newest run: " + file);
      return file;
    } catch (IOException e) {
      throw new BadInput("%s: cannot be listed: %s".formatted(runs, e.getMessage()));
    }
  }

  /**
   * The cells that a run planned but has no result of.
   *
   * @param result a result file
   * @return the cells; empty if the plan of the run that left the file is unknown
   */
  public static List<Cell> unmeasured(Path result) {
    Path folder = result.resolveSibling("");
    if (!result.endsWith(MERGED) || !Files.exists(folder.resolve(MANIFEST))) {
      return List.of();
    }
    Set<Cell> measured =
        ResultFile.read(result).stream().map(CellResult::key).collect(Collectors.toSet());
    try {
      List<Cell> planned = open(folder).manifest.keys();
      return planned.stream().filter(key -> !measured.contains(key)).toList();
    } catch (BadInput e) {
      // A file of that name from another program.
      return List.of();
    }
  }

  /** The file of the merged results. */
  public Path resultFile() {
    return path.resolve(MERGED);
  }

  /**
   * Merges the finished forks into {@code result.json}, and the curves of each cell's first fork
   * into a file in the same folder. A cell is left out if a fork of it failed, because the other
   * forks are then a biased selection.
   *
   * @return the merged results in the order of the cells
   */
  public List<CellResult> writeResults() {
    Map<Cell, CellCurves> firsts = new HashMap<>();
    List<CellResult> results = new ArrayList<>();
    Set<Cell> failed = new HashSet<>();
    for (PlannedFork fork : manifest.plan()) {
      read(fork).ifPresent(results::add);
      readSeries(fork).ifPresent(observed -> firsts.putIfAbsent(observed.key(), observed));
      if (hasFailed(fork)) {
        failed.add(fork.cell().key());
      }
    }
    results.removeIf(result -> failed.contains(result.key()));
    List<Cell> order = manifest.keys();
    List<CellResult> merged = new ArrayList<>(ForkMerge.merge(results));
    merged.sort(Comparator.comparingInt(result -> order.indexOf(result.key())));
    Json.write(resultFile(), merged);
    List<CellCurves> curves =
        merged.stream().map(result -> firsts.get(result.key())).filter(Objects::nonNull).toList();
    if (!curves.isEmpty() || Files.exists(path.resolve(CellCurves.FILE_NAME))) {
      Json.write(path.resolve(CellCurves.FILE_NAME), curves);
    }
    return merged;
  }

  /**
   * Whether the files that a cell reads are still those that the run keeps.
   *
   * @return the change, as text; empty if there is none
   */
  Optional<String> change(PlannedCell cell) {
    Cell key = cell.key();
    String now = "a file that it reads has changed since the run began: it would be kept as ";
    try {
      Set<String> files = BenchmarkSupport.of(key.benchmark()).files(key.params()).keySet();
      Predicate<String> kept = name -> Files.exists(path.resolve(name));
      return files.stream().filter(kept.negate()).findFirst().map(now::concat);
    } catch (IllegalArgumentException | BadInput e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Checks that the folder holds forks of this run and nothing else.
   *
   * @throws BadInput naming the first file that is malformed or not a fork of this run
   */
  void checkForks() {
    Map<String, PlannedFork> planned = Maps.uniqueIndex(manifest.plan(), PlannedFork::fileName);
    for (Path file : files(PlannedFork.FOLDER)) {
      String name = file.getFileName().toString();
      if (name.endsWith(FAILURE) || name.endsWith(FAILED_BEFORE)) {
        continue;
      }
      PlannedFork fork = planned.get(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
      List<CellResult> results = ResultFile.read(file);
      boolean other = fork == null || results.size() != 1 || !isFork(results.get(0), fork);
      BadInput.when(other, "%s: is not the result of a fork of this run", file);
    }
  }

  private boolean isFork(CellResult result, PlannedFork fork) {
    Environment where = result.environment();
    return result.key().equals(fork.cell().key()) && where != null && manifest.started(where);
  }
}
