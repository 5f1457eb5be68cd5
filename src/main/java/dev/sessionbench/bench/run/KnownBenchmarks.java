package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Cell;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** Finds what the benchmarks on the class path tell of themselves. */
public final class KnownBenchmarks {
  private final List<BenchmarkSupport> supports =
      ServiceLoader.load(BenchmarkSupport.class, KnownBenchmarks.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();

  /** Looks for them once. */
  public KnownBenchmarks() {}

  /** What speaks for a benchmark; nothing for one that is to be taken as it is. */
  Optional<BenchmarkSupport> of(String benchmark) {
    return supports.stream().filter(support -> support.covers(benchmark)).findFirst();
  }

  /** Checks one cell; throws a {@link BadInput} where it cannot work. */
  void check(String benchmark, Map<String, String> params) {
    try {
      of(benchmark).ifPresent(support -> support.check(benchmark, params));
    } catch (IllegalArgumentException e) {
      throw new BadInput(String.valueOf(e.getMessage()));
    }
  }

  /** What a cell's client runs on where that is not the suite's own; empty where it is. */
  public String libraries(Cell cell) {
    return of(cell.benchmark())
        .map(support -> support.libraries(cell.benchmark(), cell.params()))
        .orElse("");
  }

  /** What results hold of a cell of a benchmark. */
  public Map<String, String> told(String benchmark, Map<String, String> params) {
    return of(benchmark).map(support -> support.told(benchmark, params)).orElse(params);
  }

  /** What JMH is given to run a cell. */
  Map<String, String> forJmh(Cell cell) {
    return of(cell.benchmark())
        .map(support -> support.forJmh(cell.benchmark(), cell.params()))
        .orElse(cell.params());
  }

  /** JMH's name of a benchmark. */
  String jmhName(String benchmark) {
    return of(benchmark).map(support -> support.jmhName(benchmark)).orElse(benchmark);
  }

  /** The name that users know a benchmark by. */
  String name(BenchmarkListEntry entry) {
    String name = entry.getUsername();
    return of(name).map(support -> support.userName(name)).orElse(name);
  }

  /** The parameters that users may set of a benchmark, each with its default values. */
  Map<String, List<String>> declared(BenchmarkListEntry entry) {
    return of(entry.getUsername())
        .map(support -> support.declared(entry))
        .orElseGet(() -> CellFinder.declaredToJmh(entry));
  }

  /** The parameters that only some cells of a benchmark take, and this one does. */
  Set<String> ofSome(String benchmark, Map<String, String> params) {
    return of(benchmark).map(support -> support.ofSome(benchmark, params)).orElse(Set.of());
  }

  /** What some cells read besides their parameters: texts by file name. */
  public Map<String, String> files(List<Cell> cells) {
    Map<String, String> files = new TreeMap<>();
    for (Cell cell : cells) {
      of(cell.benchmark()).ifPresent(support -> files.putAll(support.files(cell.params())));
    }
    return files;
  }
}
