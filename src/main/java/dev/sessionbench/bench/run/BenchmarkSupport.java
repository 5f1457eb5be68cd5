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
 * Lets a benchmark declare its parameters and needs before it runs. Benchmarks name their
 * implementation in a file {@code
 * META-INF/services/dev.sessionbench.base.results.ParameterCompletion}, so that the engine knows no
 * benchmark.
 */
public interface BenchmarkSupport extends ParameterCompletion {
  /** The defaults, for any benchmark without an implementation. */
  BenchmarkSupport DEFAULTS = () -> "";

  /** The support of a benchmark; the defaults below if it names no implementation. */
  static BenchmarkSupport of(String benchmark) {
    return ParameterCompletion.of(benchmark)
        .filter(BenchmarkSupport.class::isInstance)
        .map(BenchmarkSupport.class::cast)
        .orElse(DEFAULTS);
  }

  /** The parameter for the server's profile, if the benchmark has one. */
  default Optional<ProfileParameter> profile() {
    return Optional.empty();
  }

  /**
   * Checks one cell.
   *
   * @param benchmark the method's full name
   * @param params every parameter and its value
   * @throws IllegalArgumentException if the cell cannot work: one line that names the parameter,
   *     its value and what would be right
   */
  default void check(String benchmark, Map<String, String> params) {}

  /**
   * Whether a command line means a benchmark that its pattern matches.
   *
   * @param benchmark the method's full name
   * @param patterns the regular expressions of the command line
   * @param parameters the names of the parameters that the command line sets
   * @param alone whether the patterns match only benchmarks of this implementation
   */
  default boolean isMeant(
      String benchmark, Collection<String> patterns, Set<String> parameters, boolean alone) {
    return true;
  }

  @Override
  default Map<String, String> recorded(String benchmark, Map<String, String> params) {
    return profile().map(profile -> profile.recorded(params)).orElse(params);
  }

  /** The name by which users know a benchmark, from JMH's name. */
  default String userName(String benchmark) {
    return benchmark;
  }

  /** JMH's name of a benchmark, from the name that users know. */
  default String jmhName(String benchmark) {
    return benchmark;
  }

  /** The parameters that users may set for a benchmark, each with its default values. */
  default Map<String, List<String>> declared(BenchmarkListEntry entry) {
    Map<String, List<String>> declared = new TreeMap<>();
    entry.getParams().orElse(Map.of()).forEach((name, all) -> declared.put(name, List.of(all)));
    return declared;
  }

  /**
   * The parameters that JMH gets for a cell, including each parameter with several default values.
   *
   * @param benchmark the method's full name
   * @param params the parameters that identify the cell
   */
  default Map<String, String> forJmh(String benchmark, Map<String, String> params) {
    return params;
  }

  /**
   * The parameters of this cell that only some of its benchmark's cells take; empty by default.
   *
   * @param benchmark the method's full name
   * @param params the parameters that identify the cell
   */
  default Set<String> ofSome(String benchmark, Map<String, String> params) {
    return Set.of();
  }

  /**
   * The libraries of a cell's client, if they are not this suite's own.
   *
   * @param benchmark the method's full name
   * @param params the parameters that identify the cell
   * @return a text for people; empty for this suite's own libraries
   */
  default String libraries(String benchmark, Map<String, String> params) {
    return "";
  }

  /**
   * The files that a cell reads, to be kept with the run.
   *
   * @param params every parameter that identifies the cell, and its value
   * @return texts by file name
   */
  default Map<String, String> files(Map<String, String> params) {
    return profile().map(profile -> profile.files(params)).orElse(Map.of());
  }

  /**
   * How long the iterations of one fork take, according to its parameters.
   *
   * @param benchmark the method's full name
   * @param params every parameter and its value
   * @param warmups iterations that only warm the process up
   * @param measured measured iterations
   * @return an estimate in milliseconds; empty if there is none
   */
  default OptionalDouble guessMillis(
      String benchmark, Map<String, String> params, int warmups, int measured) {
    return OptionalDouble.empty();
  }
}
