package dev.sessionbench.base.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Identifies what is measured: a benchmark, a mode and parameters. It is the unit of plans and the
 * key of results, for threads, counts and virtual time alike. Measurements of equal cells can be
 * compared.
 *
 * @param benchmark the method's full name
 * @param mode JMH's short label, for example {@code ss}
 * @param params every parameter that applies, and its value
 */
public record Cell(
    @JsonProperty(value = "benchmark", required = true) String benchmark,
    @JsonProperty(value = "mode", required = true) String mode,
    @JsonProperty(value = "params", required = true) Map<String, String> params) {
  /** JMH's short label of single shots, the mode of every cell in virtual time. */
  public static final String SINGLE_SHOT = "ss";

  /** Copies and sorts the parameters. */
  public Cell {
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
   * Whether tables must show a parameter for the cells of a benchmark. They must if its values
   * differ among these cells, or if any cell at all lacks it.
   *
   * @param name the parameter
   * @param benchmark the cells of the benchmark
   * @param all these and the cells of the other benchmarks
   * @return true if tables must show it
   */
  public static boolean varies(String name, Collection<Cell> benchmark, Collection<Cell> all) {
    return all.stream().anyMatch(cell -> !cell.params.containsKey(name))
        || benchmark.stream().map(cell -> cell.params.get(name)).distinct().count() > 1;
  }

  /** This cell without some parameters; those that it lacks are ignored. */
  public Cell without(Collection<String> names) {
    Map<String, String> others = new TreeMap<>(params);
    others.keySet().removeAll(names);
    return new Cell(benchmark, mode, others);
  }

  /** This cell with the parameters that a file of an older version lacks. */
  public Cell completed() {
    return new Cell(benchmark, mode, ParameterCompletion.complete(benchmark, params));
  }

  /** This cell with another value of a parameter. */
  public Cell with(String name, String value) {
    return new Cell(benchmark, mode, Params.with(params, name, value));
  }
}
