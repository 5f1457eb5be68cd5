package dev.sessionbench.base.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CellTest {
  private final Cell a = new Cell("p.C.a", "ss", Map.of("port", "1"));
  private final Cell b = new Cell("p.C.b", "ss", Map.of("port", "2"));

  @Test
  void parametersWithOneValuePerBenchmarkAreNotShown() {
    assertThat(Cell.varies("port", List.of(a), List.of(a, b))).isFalse();
    assertThat(Cell.varies("port", List.of(b), List.of(a, b))).isFalse();
  }

  @Test
  void parametersThatDifferWithinABenchmarkAreShownForItOnly() {
    Cell other = new Cell("p.C.b", "ss", Map.of("port", "3"));
    assertThat(Cell.varies("port", List.of(b, other), List.of(a, b, other))).isTrue();
    assertThat(Cell.varies("port", List.of(a), List.of(a, b, other))).isFalse();
  }

  @Test
  void parametersThatSomeCellLacksAreShown() {
    Cell without = new Cell("p.C.c", "ss", Map.of());
    assertThat(Cell.varies("port", List.of(a), List.of(a, without))).isTrue();
  }
}
