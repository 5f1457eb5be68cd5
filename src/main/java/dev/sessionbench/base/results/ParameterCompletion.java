package dev.sessionbench.base.results;

import dev.sessionbench.base.model.BadInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/**
 * Completes what a result says of its parameters from the schema of its benchmark, so that results
 * of older versions, of plain JMH and of {@code run} have equal keys. Benchmarks name their own in
 * a file below {@code META-INF/services}.
 */
public interface ParameterCompletion {
  /** How the full names of the methods begin that it speaks for. */
  String benchmarks();

  /** What speaks for a benchmark, given the full name of its method. */
  static Optional<ParameterCompletion> of(String benchmark) {
    return Known.ALL.stream().filter(known -> benchmark.startsWith(known.benchmarks())).findFirst();
  }

  /**
   * What results hold of a cell: each parameter that applies, and the hash of each file that one
   * names.
   *
   * @param benchmark the method's full name
   * @param params the parameters that are known; what is missing has its default
   * @throws IllegalArgumentException if one is wrong, or a file is not there
   */
  default Map<String, String> told(String benchmark, Map<String, String> params) {
    return params;
  }

  /** The parameters that results say only where they are not the default. */
  default Set<String> unlessDefault() {
    return Set.of();
  }

  /**
   * Completes parameters by those that speak for benchmarks on this class path. What a file says of
   * a parameter that does not apply stays: tables show cells with and without it side by side.
   */
  static Map<String, String> complete(String benchmark, Map<String, String> params) {
    try {
      return of(benchmark)
          .map(
              known -> {
                Map<String, String> complete = new TreeMap<>(params);
                complete.keySet().removeAll(known.unlessDefault());
                complete.putAll(known.told(benchmark, params));
                return complete;
              })
          .orElse(params);
    } catch (BadInput | IllegalArgumentException e) {
      // Another version may have had other values, or other files.
      return params;
    }
  }

  /** What the class path holds. */
  final class Known {
    private static final List<ParameterCompletion> ALL =
        ServiceLoader.load(ParameterCompletion.class, ParameterCompletion.class.getClassLoader())
            .stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    private Known() {}
  }
}
