package dev.sessionbench.bench.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.ColdBurstState;
import dev.sessionbench.FaultState;
import dev.sessionbench.RampUpState;
import dev.sessionbench.SessionPoolBenchmark;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.bench.trial.ChannelLoad.Shape;
import dev.sessionbench.bench.trial.FaultOptions;
import dev.sessionbench.bench.trial.TrialParameters;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Param;

/** The fields that JMH needs must agree with the schemas. */
class BenchmarkParametersTest {
  /** Parameters with several values, or with another value for each load. */
  private static final Set<String> SWEPT = Set.of("incStep", "timeScale", "scenario");

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
  void mainBenchmarkMatchesItsSchema(Class<?> state) {
    assertSame(state, TrialParameters.ALL);
  }

  @Test
  void faultBenchmarkMatchesItsSchema() {
    assertSame(FaultState.class, FaultOptions.SCHEMA);
  }

  @Test
  void channelBenchmarkMatchesItsSchema() {
    assertSame(ColdBurstState.class, Shape.COLD_BURST.schema(), "concurrency");
    assertSame(RampUpState.class, Shape.RAMP_UP.schema());
  }

  private static void assertSame(Class<?> state, Schema schema, String... swept) {
    Map<String, List<String>> declared = parameters(state);
    Map<String, List<String>> standard = new TreeMap<>();
    for (Parameter<?> parameter : schema.all()) {
      assertThat(declared.get(parameter.name()))
          .as(parameter.name())
          .allSatisfy(value -> parameter.read(value));
      standard.put(parameter.name(), List.of(parameter.standardText()));
    }
    assertThat(declared.keySet()).isEqualTo(standard.keySet());
    declared.keySet().removeAll(SWEPT);
    declared.keySet().removeAll(List.of(swept));
    assertThat(standard).containsAllEntriesOf(declared);
  }

  @ParameterizedTest
  @MethodSource("states")
  void countedCellsAreThoseOfTheBenchmark(Class<?> state) {
    assertThat(parameters(state))
        .containsEntry("incStep", CountCell.STEPS.stream().map(String::valueOf).toList());
    assertThat(CountCell.original())
        .allMatch(cell -> cell.transport().toString().equals("inprocess"));
    assertThat(CountCell.STEPS).contains(CountCell.DEFAULT_STEP);
  }
}
