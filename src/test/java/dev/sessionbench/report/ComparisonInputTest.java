package dev.sessionbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.results.ResultFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what distinguishes the results of several files. */
class ComparisonInputTest {
  @TempDir private Path folder;

  private ComparisonInput input(String file, String load, String content) throws IOException {
    JmhCell cell =
        JmhCell.of("described").param("load", load).param("loadContent", content).times(10, 11);
    Path path = Path.of(JmhCell.write(folder, file, cell));
    return new ComparisonInput(file, file, ResultFile.read(path));
  }

  private static List<Map<String, String>> params(ComparisonInput... inputs) {
    return ComparisonInput.distinct(List.of(inputs)).stream()
        .flatMap(input -> input.results().stream())
        .map(result -> result.key().params())
        .toList();
  }

  @Test
  void contentSeparatesLoadsWithTheSameFileName() throws IOException {
    assertThat(params(input("a.json", "mine.yaml", "aa"), input("b.json", "mine.yaml", "bb")))
        .containsExactly(
            Map.of("load", "mine.yaml", "loadContent", "aa"),
            Map.of("load", "mine.yaml", "loadContent", "bb"));
  }

  @Test
  void curvesHaveTheParametersOfTheirResults() throws IOException {
    CellCurves curves =
        new CellCurves("B.described", Map.of("load", "mine.yaml", "loadContent", "aa"), List.of());
    ComparisonInput one = input("a.json", "mine.yaml", "aa");
    ComparisonInput same = input("b.json", "mine.yaml", "bb");
    assertThat(ComparisonInput.distinct(List.of(one)).get(0).named(List.of(curves)))
        .extracting(CellCurves::params)
        .containsExactly(Map.of("load", "mine.yaml"));
    assertThat(ComparisonInput.distinct(List.of(one, same)).get(0).named(List.of(curves)))
        .containsExactly(curves);
  }

  @Test
  void contentIsNoColumnIfNamesDiffer() throws IOException {
    assertThat(params(input("a.json", "mine.yaml", "aa"), input("b.json", "other.yaml", "bb")))
        .containsExactly(Map.of("load", "mine.yaml"), Map.of("load", "other.yaml"));
  }
}
