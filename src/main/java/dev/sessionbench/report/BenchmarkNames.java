package dev.sessionbench.report;

import dev.sessionbench.results.CellKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What benchmarks are called: class and method, and the full name where two packages share them.
 *
 * @param shared the classes and methods that stand for more than one benchmark
 */
record BenchmarkNames(Set<String> shared) {
  static BenchmarkNames of(Collection<CellKey> keys) {
    Map<String, String> first = new HashMap<>();
    Set<String> shared = new HashSet<>();
    for (CellKey key : keys) {
      String full = first.putIfAbsent(key.classAndMethod(), key.benchmark());
      if (full != null && !full.equals(key.benchmark())) {
        shared.add(key.classAndMethod());
      }
    }
    return new BenchmarkNames(Set.copyOf(shared));
  }

  String of(CellKey key) {
    return shared.contains(key.classAndMethod()) ? key.benchmark() : key.classAndMethod();
  }
}
