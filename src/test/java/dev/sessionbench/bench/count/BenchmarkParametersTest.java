package dev.sessionbench.bench.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.SessionPoolBenchmark;
import dev.sessionbench.base.model.Transport;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Param;

/** What is counted is what the benchmark measures: its steps, and its defaults for all else. */
class BenchmarkParametersTest {
  /** What the cell sets, and what a count has no use for: times, and a server that is not ours. */
  private static final List<String> NOT_DEFAULTS =
      List.of("incStep", "transport", "timeScale", "server");

  static Stream<Class<?>> states() {
    return Arrays.stream(SessionPoolBenchmark.class.getClasses());
  }

  private static Map<String, List<String>> parameters(Class<?> state) {
    return Arrays.stream(state.getFields())
        .filter(field -> field.isAnnotationPresent(Param.class))
        .collect(
            Collectors.toMap(
                field -> field.getName(),
                field -> List.of(field.getAnnotation(Param.class).value())));
  }

  @ParameterizedTest
  @MethodSource("states")
  void theDefaultsOfTheCountsAreTheBenchmarks(Class<?> state) {
    Map<String, List<String>> measured = parameters(state);
    Map<String, List<String>> counted = new TreeMap<>();
    Counting.DEFAULTS.forEach((name, value) -> counted.put(name, List.of(value)));
    assertThat(measured).as("Counting.DEFAULTS").containsAllEntriesOf(counted);
    assertThat(new TreeSet<>(measured.keySet()))
        .as("each parameter has its default in Counting.DEFAULTS, or is set by a cell")
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(counted.keySet().stream(), NOT_DEFAULTS.stream()).toList());
  }

  @ParameterizedTest
  @MethodSource("states")
  void theCellsAreTheBenchmarks(Class<?> state) {
    Map<String, List<String>> measured = parameters(state);
    assertThat(measured)
        .containsEntry("incStep", CountCell.STEPS.stream().map(String::valueOf).toList())
        .containsEntry("transport", List.of(Transport.INPROCESS.toString()));
    assertThat(CountCell.original()).allMatch(cell -> cell.transport() == Transport.INPROCESS);
    assertThat(CountCell.STEPS).contains(CountCell.DEFAULT_STEP);
  }
}
