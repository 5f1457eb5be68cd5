package dev.sessionbench.bench.run;

import com.google.common.collect.Sets;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.Environment;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A run that has passed every check that can be made before anything runs.
 *
 * @param arguments JMH's view of the command line
 * @param directory its files, with the forks that are there already
 * @param request the further result file that JMH's options ask for
 */
public record PreparedRun(
    JmhArguments arguments, RunDirectory directory, Optional<ResultRequest> request) {
  /**
   * A new run, its folder made.
   *
   * @param services the world around it
   * @param arguments JMH's view of the command line
   * @param results the folder of all runs
   * @param orderSeed the seed of the order of the forks
   * @param shard the part to run; nothing for all of it
   * @param published whether the tables show what was published in 2020
   * @throws BadInput if the command line asks for what cannot work
   */
  public static PreparedRun start(
      RunServices services,
      JmhArguments arguments,
      Path results,
      long orderSeed,
      @Nullable Shard shard,
      boolean published) {
    List<PlannedCell> cells = new CellFinder(services.benchmarks()).find(arguments);
    int blocks = PlannedFork.blocks(cells);
    if (shard != null && shard.count() > blocks) {
      throw new BadInput(
          "--shard %s: must be at most %s parts, as no cell has more forks: -f says how many"
              .formatted(shard, blocks));
    }
    Optional<ResultRequest> request = ResultRequest.of(arguments.options());
    Instant startedAt = services.clock().instant();
    RunManifest manifest =
        new RunManifest(
            arguments.arguments(),
            orderSeed,
            published,
            services.environment().apply(orderSeed, startedAt.toString()),
            cells,
            shard,
            null);
    RunDirectory directory = RunDirectory.create(results, startedAt, manifest);
    new KnownBenchmarks()
        .files(cells.stream().map(PlannedCell::key).toList())
        .forEach((name, text) -> AtomicFile.write(directory.path().resolve(name), text));
    return new PreparedRun(arguments, directory, request);
  }

  /**
   * An earlier run with the forks it has.
   *
   * @param services the world around it
   * @param path its folder
   * @throws BadInput if the folder holds anything else, or what would run now is another build,
   *     another machine or another plan; or if one of its files is malformed
   */
  public static PreparedRun resume(RunServices services, Path path) {
    RunDirectory directory = RunDirectory.open(path);
    RunManifest manifest = directory.manifest();
    Environment now =
        services.environment().apply(manifest.orderSeed(), services.clock().instant().toString());
    List<String> differences = now.allDifferencesFrom(manifest.environment());
    if (!differences.isEmpty()) {
      throw new BadInput(
          "--resume %s: %s; start a new run".formatted(path, String.join("; ", differences)));
    }
    JmhArguments arguments = JmhArguments.parse(manifest.jmhArguments());
    List<PlannedCell> cells = new CellFinder(services.benchmarks()).find(arguments);
    if (!cells.equals(manifest.cells())) {
      throw new BadInput(
          "--resume %s: %s; start a new run".formatted(path, change(manifest.cells(), cells)));
    }
    Optional<ResultRequest> request = ResultRequest.of(arguments.options());
    if (request.isPresent() && !request.get().isJson()) {
      throw new BadInput(
          "--resume %s: -rf %s cannot be resumed, only json can"
              .formatted(path, request.get().format()));
    }
    directory.checkForks();
    return new PreparedRun(arguments, directory, request);
  }

  /** What has changed where the cells are not what they were: the first parameter that differs. */
  private static String change(List<PlannedCell> before, List<PlannedCell> now) {
    for (int i = 0; i < Math.min(before.size(), now.size()); i++) {
      Cell was = before.get(i).key();
      Cell is = now.get(i).key();
      for (String name : Sets.union(was.params().keySet(), is.params().keySet())) {
        if (!Objects.equals(was.params().get(name), is.params().get(name))) {
          return "%s of %s was %s, is %s"
              .formatted(name, was.method(), was.params().get(name), is.params().get(name));
        }
      }
    }
    return "the benchmarks have changed since";
  }

  /**
   * What is not swept, because it means nothing to some cells.
   *
   * @param label names a cell
   * @return a line for each such parameter
   */
  public List<String> notSwept(Function<Cell, String> label) {
    KnownBenchmarks known = new KnownBenchmarks();
    Map<String, List<String>> cells = new TreeMap<>();
    for (PlannedCell cell : directory.manifest().cells()) {
      for (String name : known.forJmh(cell.key()).keySet()) {
        if (!cell.key().params().containsKey(name)) {
          cells.computeIfAbsent(name, any -> new ArrayList<>()).add(label.apply(cell.key()));
        }
      }
    }
    return cells.entrySet().stream()
        .map(
            e ->
                "%s is not swept for %s: it does not matter there"
                    .formatted(e.getKey(), String.join(", ", e.getValue())))
        .toList();
  }

  /** The forks that failed before they ran well. */
  public List<PlannedFork> failedBefore() {
    return directory.manifest().plan().stream()
        .filter(fork -> directory.hasFailedBefore(fork))
        .toList();
  }

  /** The forks that have no result yet. */
  public List<PlannedFork> missing() {
    return directory.manifest().plan().stream().filter(fork -> !directory.has(fork)).toList();
  }
}
