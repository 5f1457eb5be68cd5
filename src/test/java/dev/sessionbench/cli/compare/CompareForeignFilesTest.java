package dev.sessionbench.cli.compare;

import static dev.sessionbench.base.results.JmhCell.about;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which way is better follows from mode and unit; files of other projects and versions compare. */
class CompareForeignFilesTest {
  private static final Path RESOURCES = Path.of("src/test/resources/dev/sessionbench/base/results");

  @TempDir Path folder;

  private String file(String name, String mode, String unit, double centre) throws IOException {
    return JmhCell.write(folder, name, JmhCell.of("b").mode(mode, unit).times(about(centre, 8)));
  }

  @ParameterizedTest
  @CsvSource({
    "thrpt, ops/s, HIGHER_IS_BETTER, BETTER",
    "thrpt, ops/ms, HIGHER_IS_BETTER, BETTER",
    "avgt, ns/op, LOWER_IS_BETTER, WORSE",
    "sample, us/op, LOWER_IS_BETTER, WORSE",
    "ss, s/op, LOWER_IS_BETTER, WORSE",
    "ss, ms, LOWER_IS_BETTER, WORSE"
  })
  void twiceAsMuchIsBetterOrWorseByTheMode(
      String mode, String unit, String direction, String verdict) throws IOException {
    ComparedJson compared =
        ComparedJson.of(
            "base=" + file("o.json", mode, unit, 100), "head=" + file("n.json", mode, unit, 200));
    assertThat(compared.table("score").get("direction").asText()).isEqualTo(direction);
    assertThat(compared.table("score").get("unit").asText()).isEqualTo(unit);
    JsonNode comparison = compared.cell("B.b", "head").get("comparison");
    assertThat(comparison.get("verdict").asText()).isEqualTo(verdict);
    assertThat(comparison.get("ratio").asDouble()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "ops/s, HIGHER_IS_BETTER",
    "OPS/S, HIGHER_IS_BETTER",
    "MB/sec, LOWER_IS_BETTER",
    "B/op, LOWER_IS_BETTER",
    "#, LOWER_IS_BETTER"
  })
  void aSecondaryMetricsDirectionFollowsFromItsUnitEvenInThroughput(String unit, String direction)
      throws IOException {
    JmhCell cell =
        JmhCell.of("b").mode("thrpt", "ops/s").times(1, 2).secondary("extra", unit, 1, 2);
    String file = JmhCell.write(folder, "f.json", cell);
    assertThat(ComparedJson.of(file, "--metric", "extra").table("extra").get("direction").asText())
        .isEqualTo(direction);
  }

  @Test
  void throughputHasNoRecommendationByTime() throws IOException {
    String file =
        JmhCell.write(
            folder,
            "f.json",
            JmhCell.of("b").mode("thrpt", "ops/s").param("incStep", 1).times(about(1, 6)),
            JmhCell.of("b").mode("thrpt", "ops/s").param("incStep", 25).times(about(2, 6)));
    assertThat(ComparedJson.of(file).root().path("recommendation").asText(""))
        .doesNotContain("best time");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.10", "1.21", "1.37"})
  void whatAnyVersionWroteIsCompared(String version) {
    ComparedJson compared =
        ComparedJson.of(RESOURCES.resolve("modes-jmh-" + version + ".json").toString());
    assertThat(compared.columns()).containsExactly("10", "1000");
    assertThat(compared.rows()).contains("Tiny.sum avgt", "Tiny.sum sample");
    assertThat(compared.cell("Tiny.sum avgt", "1000").at("/comparison/ratio").asDouble())
        .isGreaterThan(5);
  }

  @Test
  void whatAnOldVersionDidNotRecordIsNoDifference() {
    ComparedJson compared =
        ComparedJson.of(
            "old=" + RESOURCES.resolve("modes-jmh-1.10.json"),
            "new=" + RESOURCES.resolve("modes-jmh-1.37.json"));
    assertThat(compared.notes()).isEmpty();
  }

  @Test
  void forksWithoutANumberAreLeftOutAndSaidSo() throws IOException {
    JmhCell cell = JmhCell.of("b");
    cell.primary().putArray("rawData").addArray().add("NaN");
    cell.fork(3).fork(5);
    ComparedJson compared = ComparedJson.of(JmhCell.write(folder, "f.json", cell));
    assertThat(compared.cell("B.b", "f.json").get("n").asInt()).isEqualTo(2);
    assertThat(compared.cell("B.b", "f.json").get("median").asDouble()).isEqualTo(4);
    assertThat(compared.footnotes("B.b", "f.json")).contains("1 of 3 forks gave no value.");
  }

  @Test
  void aCellWithoutAnyNumberIsShownAndComparedWithNothing() throws IOException {
    JmhCell cell = JmhCell.of("b");
    cell.primary().putArray("rawData").addArray().add("NaN");
    String empty = JmhCell.write(folder, "empty.json", cell);
    String good = JmhCell.write(folder, "good.json", JmhCell.of("b").times(about(1, 6)));
    ComparedJson compared = ComparedJson.of(empty, good);
    assertThat(compared.cell("B.b", "empty.json").has("median")).isFalse();
    assertThat(compared.cell("B.b", "good.json").at("/comparison/verdict").asText())
        .isEqualTo("TOO_FEW");
    assertThat(CommandRun.compared(empty, good)).contains("- n=0").doesNotContain("NaN");
  }
}
