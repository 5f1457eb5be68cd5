package dev.sessionbench.cli;

import dev.sessionbench.results.Environment;
import dev.sessionbench.results.Json;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Checks everything that can be checked before anything runs. */
final class RunPreparation {
  private final RunServices services;

  RunPreparation(RunServices services) {
    this.services = services;
  }

  /**
   * A new run, its folder made.
   *
   * @throws UsageException if the command line asks for what cannot work
   */
  PreparedRun start(JmhArguments arguments, Path results, long orderSeed, boolean published) {
    List<Cell> cells = new CellFinder(services.benchmarks(), services.check()).find(arguments);
    Optional<ResultRequest> request = ResultRequest.of(arguments.options());
    Instant startedAt = services.clock().instant();
    RunManifest manifest =
        new RunManifest(
            arguments.arguments(),
            orderSeed,
            published,
            services.environment().read(orderSeed, startedAt.toString()),
            cells);
    RunDirectory directory = RunDirectory.create(results, startedAt);
    Json.write(directory.manifestFile(), manifest);
    return new PreparedRun(manifest, arguments, directory, new TreeMap<>(), request, published);
  }

  /**
   * An earlier run with the forks it has.
   *
   * @throws UsageException if the folder holds anything else, or the environment has changed
   * @throws dev.sessionbench.results.ResultFileException if one of its files is malformed
   */
  PreparedRun resume(Path path, boolean published) {
    RunDirectory directory = new RunDirectory(path);
    RunManifest manifest = directory.readManifest();
    Environment now =
        services.environment().read(manifest.orderSeed(), services.clock().instant().toString());
    List<String> differences = now.differencesFrom(manifest.environment());
    if (!differences.isEmpty()) {
      throw new UsageException(
          "--resume %s: %s; start a new run".formatted(path, String.join("; ", differences)));
    }
    JmhArguments arguments = JmhArguments.parse(manifest.jmhArguments());
    List<Cell> cells = new CellFinder(services.benchmarks(), services.check()).find(arguments);
    if (!cells.equals(manifest.cells())) {
      throw new UsageException(
          "--resume %s: the benchmarks have changed since; start a new run".formatted(path));
    }
    Optional<ResultRequest> request = ResultRequest.of(arguments.options());
    if (request.isPresent() && !request.get().isJson()) {
      throw new UsageException(
          "--resume %s: -rf %s cannot be resumed, only json can"
              .formatted(path, request.get().format()));
    }
    return new PreparedRun(
        manifest,
        arguments,
        directory,
        directory.readForks(manifest),
        request,
        published || manifest.published());
  }
}
