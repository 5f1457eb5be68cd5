package dev.sessionbench.docs;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.Metric;
import dev.sessionbench.results.ResultFile;
import dev.sessionbench.stats.Sample;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Raw data of a run that a document speaks of, read and reduced by the project's own code.
 *
 * @param file where it is; a name that ends in {@code .gz} is compressed
 * @param cells its cells
 */
record CommittedRun(Path file, List<CellResult> cells) {
  /** Those that were read: many tables are of the same few. */
  private static final Map<Path, CommittedRun> READ = new ConcurrentHashMap<>();

  /** The run of a file. */
  static CommittedRun read(Path file) {
    return READ.computeIfAbsent(file, made -> new CommittedRun(made, ResultFile.read(made)));
  }

  /** The loads in it, in the order of the documents. */
  List<String> loads() {
    return List.of("burstRead", "burstWrite", "burstReadAndWrite", "steadyIncrease");
  }

  /** The steps in it, in rising order. */
  List<Integer> steps() {
    return cells.stream()
        .map(cell -> Integer.valueOf(param(cell, "incStep")))
        .distinct()
        .sorted()
        .toList();
  }

  /** The forks' times of a load at a step, in milliseconds. */
  Sample time(String load, int step) {
    Metric metric = cell(load, step).primaryMetric();
    if (!metric.scoreUnit().equals("ms/op")) {
      throw new IllegalArgumentException(file + ": " + load + " is in " + metric.scoreUnit());
    }
    return Sample.ofForks(metric.rawData());
  }

  /** The forks' values of a secondary metric of a load at a step; empty where there is none. */
  Sample metric(String name, String load, int step) {
    return Sample.ofForks(cell(load, step).metric(name).map(Metric::rawData).orElse(List.of()));
  }

  /** Where, when and with what it was made, for the line below a table. */
  String origin() {
    Environment made = Objects.requireNonNull(cells.get(0).environment(), file.toString());
    if (made.clientVersion().equals(CellResult.SIMULATED)) {
      return "each cell once, in virtual time, commit %.7s, %s"
          .formatted(made.gitCommit(), Made.of(file));
    }
    return "%s, commit %.7s, %.10s, %s, JDK %s, %d cores (%s)"
        .formatted(
            often(cells.get(0)),
            made.gitCommit(),
            made.startedAt(),
            made.libraries().isEmpty()
                ? "client " + made.clientVersion()
                : "each client beside its own libraries",
            cells.get(0).jdkVersion(),
            made.cores(),
            made.cpuModel());
  }

  private static String often(CellResult cell) {
    return switch (cell.forks()) {
      case 0 ->
          cell.measurementIterations() == 1
              ? "each cell once in one process"
              : "each cell " + cell.measurementIterations() + " times in one process";
      case 1 -> "one fork a cell";
      default -> cell.forks() + " forks a cell";
    };
  }

  /** The cell of a load at a step. */
  CellResult cell(String load, int step) {
    return cells.stream()
        .filter(cell -> cell.benchmark().endsWith("." + load))
        .filter(cell -> param(cell, "incStep").equals(Integer.toString(step)))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(file + " has no " + load + " at step " + step));
  }

  private static String param(CellResult cell, String name) {
    return Objects.requireNonNull(Objects.requireNonNull(cell.params()).get(name));
  }
}
