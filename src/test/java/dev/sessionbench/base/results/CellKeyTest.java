package dev.sessionbench.base.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CellKeyTest {
  private final CellKey a = new CellKey("p.C.a", "ss", Map.of("port", "1"));
  private final CellKey b = new CellKey("p.C.b", "ss", Map.of("port", "2"));

  @Test
  void whatEachBenchmarkHasOneValueOfTellsNoCellsApart() {
    assertThat(CellKey.tells("port", List.of(a), List.of(a, b))).isFalse();
    assertThat(CellKey.tells("port", List.of(b), List.of(a, b))).isFalse();
  }

  @Test
  void whatDiffersWithinOneBenchmarkTellsItsCellsApartAndNoOthers() {
    CellKey other = new CellKey("p.C.b", "ss", Map.of("port", "3"));
    assertThat(CellKey.tells("port", List.of(b, other), List.of(a, b, other))).isTrue();
    assertThat(CellKey.tells("port", List.of(a), List.of(a, b, other))).isFalse();
  }

  @Test
  void whatSomeCellDoesNotHaveTellsThoseThatHaveItApart() {
    CellKey without = new CellKey("p.C.c", "ss", Map.of());
    assertThat(CellKey.tells("port", List.of(a), List.of(a, without))).isTrue();
  }
}
