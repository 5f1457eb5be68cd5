package dev.sessionbench.base.results;

import dev.sessionbench.base.model.BadInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/**
 * Completes the parameters of a result from the schema of its benchmark. Results of older versions,
 * of plain JMH and of {@code run} thus have equal keys. Benchmarks register their implementations
 * in a file below {@code META-INF/services}.
 */
public interface ParameterCompletion {
  /** The prefix of the full method names that it handles. */
  String benchmarks();

  /** Finds the completion of a benchmark, given the full name of its method. */
  static Optional<ParameterCompletion> of(String benchmark) {
    return Known.ALL.stream().filter(known -> benchmark.startsWith(known.benchmarks())).findFirst();
  }

  /**
   * The parameters that results record for a cell: each that applies, and a hash for each file that
   * one names.
   *
   * @param benchmark the method's full name
   * @param params the known parameters; missing ones take their defaults
   * @throws IllegalArgumentException if one is wrong, or a file is not there
   */
  default Map<String, String> recorded(String benchmark, Map<String, String> params) {
    return params;
  }

  /** The parameters that results record only if they differ from the default. */
  default Set<String> unlessDefault() {
    return Set.of();
  }

  /**
   * Completes parameters by the benchmarks on this class path. Recorded parameters stay even if
   * they do not apply, because tables show cells with and without them side by side.
   */
  static Map<String, String> complete(String benchmark, Map<String, String> params) {
    try {
      return of(benchmark)
          .map(
              known -> {
                Map<String, String> complete = new TreeMap<>(params);
                complete.keySet().removeAll(known.unlessDefault());
                complete.putAll(known.recorded(benchmark, params));
                return complete;
              })
          .orElse(params);
    } catch (BadInput | IllegalArgumentException e) {
      // Another version may have had other values or files.
      return params;
    }
  }

  /** The implementations on the class path. */
  final class Known {
    private static final List<ParameterCompletion> ALL =
        ServiceLoader.load(ParameterCompletion.class, ParameterCompletion.class.getClassLoader())
            .stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    private Known() {}
  }
}
