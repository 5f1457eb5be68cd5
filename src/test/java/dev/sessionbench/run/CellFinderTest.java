package dev.sessionbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.BenchmarkList;

/** Looks at the benchmarks that there really are. */
class CellFinderTest {
  private static List<Cell> find(String... arguments) {
    return new CellFinder(BenchmarkList.defaultList(), CellCheck.all())
        .find(JmhArguments.parse(List.of(arguments)));
  }

  @Test
  void findsTheSessionPoolAloneUnlessTold() {
    assertThat(find())
        .hasSize(32)
        .allMatch(cell -> cell.benchmark().startsWith("dev.sessionbench.SessionPoolBenchmark."));
  }

  @Test
  void findsOthersByName() {
    assertThat(find("MockServerBenchmark.executeStreamingSql", "-p", "transport=tcp"))
        .extracting(cell -> cell.params().get("server"))
        .containsExactlyInAnyOrder("ours", "theirs", "constant");
  }

  @ParameterizedTest
  @ValueSource(strings = {"server=mine", "transport=pigeon"})
  void refusesWhatTheRawLoadCannotRun(String parameter) {
    assertThatThrownBy(() -> find("MockServer", "-p", parameter))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(parameter + ": must be ");
  }
}
