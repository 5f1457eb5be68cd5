package dev.sessionbench.bench.run;

import dev.sessionbench.base.results.ParameterCompletion;
import dev.sessionbench.mock.profile.ProfileParameter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * What some benchmarks tell of themselves before they run. They name their own in a file {@code
 * META-INF/services/dev.sessionbench.base.results.ParameterCompletion}; the engine knows no
 * benchmark.
 */
public interface BenchmarkSupport extends ParameterCompletion {
  /** What speaks for a benchmark; for one that nothing speaks for, the defaults below. */
  static BenchmarkSupport of(String benchmark) {
    return ParameterCompletion.of(benchmark)
        .filter(BenchmarkSupport.class::isInstance)
        .map(BenchmarkSupport.class::cast)
        .orElse(Unknown.BENCHMARK);
  }

  /** Takes a benchmark as it is. */
  enum Unknown implements BenchmarkSupport {
    /** Any benchmark. */
    BENCHMARK;

    @Override
    public String benchmarks() {
      return "";
    }
  }

  /** How the server behaves, of those that have a profile. */
  default Optional<ProfileParameter> profile() {
    return Optional.empty();
  }

  /**
   * Checks one cell.
   *
   * @param benchmark the method's full name
   * @param params every parameter and its value
   * @throws IllegalArgumentException where the cell cannot work: one line that names the parameter,
   *     its value and what would be right
   */
  default void check(String benchmark, Map<String, String> params) {}

  /**
   * Whether a benchmark that a pattern matches is one that a command line means.
   *
   * @param benchmark the method's full name
   * @param patterns the regular expressions of the command line
   * @param parameters the names of the parameters that it sets
   * @param alone whether the patterns match no benchmark that another speaks for
   */
  default boolean isMeant(
      String benchmark, Collection<String> patterns, Set<String> parameters, boolean alone) {
    return true;
  }

  @Override
  default Map<String, String> told(String benchmark, Map<String, String> params) {
    return profile().map(profile -> profile.told(params)).orElse(params);
  }

  /** The name that users know a benchmark by, of JMH's. */
  default String userName(String benchmark) {
    return benchmark;
  }

  /** JMH's name of a benchmark, of the one that users know. */
  default String jmhName(String benchmark) {
    return benchmark;
  }

  /** The parameters that users may set of a benchmark, each with its default values. */
  default Map<String, List<String>> declared(BenchmarkListEntry entry) {
    Map<String, List<String>> declared = new TreeMap<>();
    entry.getParams().orElse(Map.of()).forEach((name, all) -> declared.put(name, List.of(all)));
    return declared;
  }

  /**
   * What JMH is given to run a cell: each parameter that has several values by default must be
   * there.
   *
   * @param benchmark the method's full name
   * @param params the parameters that tell the cell from others
   */
  default Map<String, String> forJmh(String benchmark, Map<String, String> params) {
    return params;
  }

  /**
   * The parameters that only some of its cells take, and this one does; none unless it knows
   * better.
   *
   * @param benchmark the method's full name
   * @param params the parameters that tell the cell from others
   */
  default Set<String> ofSome(String benchmark, Map<String, String> params) {
    return Set.of();
  }

  /**
   * What a cell's client runs on in the place of this suite's own libraries.
   *
   * @param benchmark the method's full name
   * @param params the parameters that tell the cell from others
   * @return for people; empty where it runs on this suite's own
   */
  default String libraries(String benchmark, Map<String, String> params) {
    return "";
  }

  /**
   * What a cell reads besides its parameters, to be kept with the run.
   *
   * @param params every parameter that tells it from others, and its value
   * @return texts by file name
   */
  default Map<String, String> files(Map<String, String> params) {
    return profile().map(profile -> profile.files(params)).orElse(Map.of());
  }

  /**
   * How long the iterations of one fork take, as far as its parameters say.
   *
   * @param benchmark the method's full name
   * @param params every parameter and its value
   * @param warmups iterations that only warm the process up
   * @param measured measured iterations
   * @return a guess in milliseconds; nothing where there is none
   */
  default OptionalDouble guessMillis(
      String benchmark, Map<String, String> params, int warmups, int measured) {
    return OptionalDouble.empty();
  }
}
