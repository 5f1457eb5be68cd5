package dev.sessionbench.base.results;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What makes two measurements comparable: the benchmark, its mode, and all parameters.
 *
 * @param benchmark the method's full name
 * @param mode JMH's short label, for example {@code ss}
 * @param params every parameter and its value
 */
public record CellKey(String benchmark, String mode, Map<String, String> params) {
  /** Copies the parameters, and sorts them. */
  public CellKey {
    params = Collections.unmodifiableSortedMap(new TreeMap<>(params));
  }

  /** The method's name without package and class. */
  public String method() {
    return benchmark.substring(benchmark.lastIndexOf('.') + 1);
  }

  /** The class's simple name and the method's, as the original tables print them. */
  public String classAndMethod() {
    int method = benchmark.lastIndexOf('.');
    return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
  }

  /**
   * Whether a parameter tells cells of one benchmark apart: where they differ in it, and where some
   * cell has none. What each benchmark has one value of its own of tells none apart.
   *
   * @param name the parameter
   * @param benchmark the cells of the benchmark
   * @param all these and the cells beside them
   * @return true where it does
   */
  public static boolean tells(String name, Collection<CellKey> benchmark, Collection<CellKey> all) {
    return all.stream().anyMatch(cell -> !cell.params.containsKey(name))
        || benchmark.stream().map(cell -> cell.params.get(name)).distinct().count() > 1;
  }

  /**
   * This identity without some of its parameters.
   *
   * @param names the parameters; need not be there
   * @return a new identity
   */
  public CellKey without(Collection<String> names) {
    Map<String, String> others = new TreeMap<>(params);
    others.keySet().removeAll(names);
    return new CellKey(benchmark, mode, others);
  }
}
