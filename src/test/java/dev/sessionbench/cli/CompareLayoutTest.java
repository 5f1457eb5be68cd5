package dev.sessionbench.cli;

import static dev.sessionbench.results.JmhCell.about;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.results.JmhCell;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes a row, what a column, and what is put together. */
class CompareLayoutTest {
  @TempDir Path folder;

  private static JmhCell cell(String method, Object step, String model, double time) {
    return JmhCell.of(method)
        .param("incStep", step)
        .param("costModel", model)
        .times(about(time, 6))
        .rpcs(8, 6);
  }

  private String twoParameters() throws IOException {
    return JmhCell.write(
        folder,
        "two.json",
        cell("burst", 1, "original", 100),
        cell("burst", 1, "free", 110),
        cell("burst", 25, "original", 50),
        cell("burst", 25, "free", 55));
  }

  @Test
  void oneVaryingParameterIsTheColumn() throws IOException {
    String file =
        JmhCell.write(
            folder,
            "size.json",
            JmhCell.of("b").param("size", 9).times(about(1, 6)),
            JmhCell.of("b").param("size", 10).times(about(2, 6)));
    ComparedJson compared = ComparedJson.of(file);
    assertThat(compared.columns()).containsExactly("9", "10");
    assertThat(compared.table("score").get("base").asText()).isEqualTo("9");
    assertThat(compared.root().has("recommendation")).isFalse();
  }

  @Test
  void incStepIsTheColumnAmongSeveralAndTwentyFiveItsBase() throws IOException {
    ComparedJson compared = ComparedJson.of(twoParameters());
    assertThat(compared.columns()).containsExactly("1", "25");
    assertThat(compared.rows())
        .containsExactly("B.burst costModel=free", "B.burst costModel=original");
    assertThat(compared.table("score").get("base").asText()).isEqualTo("25");
  }

  @Test
  void severalVaryingParametersWithoutAFavouriteLeaveOneColumn() throws IOException {
    String file =
        JmhCell.write(
            folder,
            "f.json",
            JmhCell.of("b").param("x", 1).param("y", 1).times(about(1, 6)),
            JmhCell.of("b").param("x", 2).param("y", 2).times(about(2, 6)));
    ComparedJson compared = ComparedJson.of(file);
    assertThat(compared.columns()).containsExactly("f.json");
    assertThat(compared.rows()).containsExactly("B.b x=1 y=1", "B.b x=2 y=2");
  }

  @Test
  void twoParametersMakeAColumnOfEachPairAndAnyOfThemIsABase() throws IOException {
    ComparedJson compared =
        ComparedJson.of(twoParameters(), "--col", "incStep,costModel", "--base", "25 original");
    assertThat(compared.columns())
        .containsExactly("1 free", "1 original", "25 free", "25 original");
    assertThat(compared.rows()).containsExactly("B.burst");
    assertThat(compared.cell("B.burst", "25 free").at("/comparison/ratio").asDouble())
        .isEqualTo(1.1);
    assertThat(compared.cell("B.burst", "25 original").has("comparison")).isFalse();
  }

  @Test
  void columnsAreInTheOrderOfTheirSizeAndEqualSizesOfOtherTextsStayApart() throws IOException {
    String file =
        JmhCell.write(
            folder,
            "f.json",
            JmhCell.of("b").param("x", "auto").times(1),
            JmhCell.of("b").param("x", "100").times(2),
            JmhCell.of("b").param("x", "9").times(3),
            JmhCell.of("b").param("x", "9.0").times(4));
    ComparedJson compared = ComparedJson.of(file);
    assertThat(compared.columns()).containsExactly("9", "9.0", "100", "auto");
    assertThat(compared.cell("B.b", "9.0").get("median").asDouble()).isEqualTo(4);
  }

  @Test
  void filesAreColumnsNamedByTheirLabelsOrTheirNames() throws IOException {
    String old = JmhCell.write(folder, "old.json", cell("burst", 25, "original", 100));
    String head = JmhCell.write(folder, "new.json", cell("burst", 25, "original", 80));
    ComparedJson labelled = ComparedJson.of("base=" + old, "head=" + head);
    assertThat(labelled.columns()).containsExactly("base", "head");
    assertThat(labelled.cell("B.burst", "head").at("/comparison/verdict").asText())
        .isEqualTo("BETTER");
    ComparedJson bare = ComparedJson.of(old, head, "--base", "new.json");
    assertThat(bare.columns()).containsExactly("old.json", "new.json");
    assertThat(bare.cell("B.burst", "old.json").at("/comparison/verdict").asText())
        .isEqualTo("WORSE");
  }

  @Test
  void aFileWhoseNameHoldsAnEqualsSignIsStillAFile() throws IOException {
    String odd = JmhCell.write(folder, "a=b.json", cell("burst", 25, "original", 100));
    assertThat(ComparedJson.of(odd).rows()).containsExactly("B.burst");
  }

  @Test
  void cellsThatOnlyOneFileHoldsHaveNoRatio() throws IOException {
    String old =
        JmhCell.write(folder, "old.json", cell("burst", 25, "a", 100), cell("gone", 25, "a", 100));
    String head =
        JmhCell.write(folder, "new.json", cell("burst", 25, "a", 80), cell("new", 25, "a", 80));
    ComparedJson compared = ComparedJson.of("base=" + old, "head=" + head);
    assertThat(compared.rows()).containsExactly("B.burst", "B.gone", "B.new");
    assertThat(compared.cell("B.new", "head").has("comparison")).isFalse();
    assertThat(compared.table("score").at("/geometricMeanRatios/head").asDouble())
        .isCloseTo(0.8, within(1e-12));
  }

  @Test
  void filesWithAColumnOfTheirOwnArePooledAndANoteSaysSo() throws IOException {
    String monday =
        JmhCell.write(folder, "monday.json", cell("b", 1, "a", 100), cell("b", 25, "a", 50));
    String tuesday =
        JmhCell.write(folder, "tuesday.json", cell("b", 1, "a", 110), cell("b", 25, "a", 60));
    ComparedJson compared = ComparedJson.of(monday, tuesday, "--col", "incStep");
    assertThat(compared.columns()).containsExactly("1", "25");
    assertThat(compared.cell("B.b", "1").get("n").asInt()).isEqualTo(12);
    assertThat(compared.notes())
        .containsExactly(
            "file varies (monday.json, tuesday.json) and is in neither row nor column: its values"
                + " are pooled.");
  }

  @Test
  void whatIsInNeitherRowNorColumnIsPooledAndANoteSaysSo() throws IOException {
    ComparedJson compared = ComparedJson.of(twoParameters(), "--row", "benchmark");
    assertThat(compared.rows()).containsExactly("B.burst");
    assertThat(compared.cell("B.burst", "1").get("n").asInt()).isEqualTo(12);
    assertThat(compared.notes())
        .containsExactly(
            "costModel varies (free, original) and is in neither row nor column: its values are"
                + " pooled.");
  }

  @Test
  void rowsMayBeAnyParameterAndAllBenchmarksMayBeColumns() throws IOException {
    ComparedJson compared =
        ComparedJson.of(twoParameters(), "--row", "costModel,incStep", "--col", "benchmark");
    assertThat(compared.rows())
        .containsExactly(
            "costModel=free incStep=1",
            "costModel=free incStep=25",
            "costModel=original incStep=1",
            "costModel=original incStep=25");
    assertThat(compared.columns()).containsExactly("B.burst");
    assertThat(compared.notes()).isEmpty();
  }

  @Test
  void aParameterThatACellDoesNotHaveIsADash() throws IOException {
    String file =
        JmhCell.write(
            folder,
            "f.json",
            JmhCell.of("with").param("incStep", 25).times(1),
            JmhCell.of("without").times(2));
    ComparedJson compared = ComparedJson.of(file);
    assertThat(compared.columns()).containsExactlyInAnyOrder("25", "-");
    assertThat(compared.cell("B.without", "-").get("median").asDouble()).isEqualTo(2);
  }

  @Test
  void benchmarksOfOneNameInTwoPackagesAreTwoRows() throws IOException {
    JmhCell other = JmhCell.of("b").times(about(9, 6));
    other.root().put("benchmark", "other.B.b");
    String file = JmhCell.write(folder, "f.json", JmhCell.of("b").times(about(1, 6)), other);
    assertThat(ComparedJson.of(file).rows()).containsExactly("a.B.b", "other.B.b");
  }

  @Test
  void modesOfOneBenchmarkAreTwoRowsAndUnitsTwoTables() throws IOException {
    String file =
        JmhCell.write(
            folder,
            "f.json",
            JmhCell.of("b").mode("thrpt", "ops/ms").times(about(9, 6)),
            JmhCell.of("b").mode("avgt", "ms/op").times(about(9, 6)),
            JmhCell.of("b").mode("sample", "ms/op").times(about(9, 6)));
    ComparedJson compared = ComparedJson.of(file);
    assertThat(compared.metrics()).containsExactly("score", "score");
    assertThat(compared.rows()).containsExactly("B.b avgt", "B.b sample");
  }

  @Test
  void theTellingMetricsAreShownUnlessOthersAreAskedFor() throws IOException {
    JmhCell cell =
        JmhCell.of("b").times(1, 2, 3).rpcs(7, 3).secondary("gc.count", "counts", 1, 2, 3);
    String file = JmhCell.write(folder, "f.json", cell);
    assertThat(ComparedJson.of(file).metrics())
        .containsExactly("score", "numBatchCreateSessionsRpcs");
    assertThat(ComparedJson.of(file, "--metric", "gc.count").metrics()).containsExactly("gc.count");
    assertThat(ComparedJson.of(file, "--metric", "all").metrics())
        .containsExactly("score", "numBatchCreateSessionsRpcs", "gc.count");
  }

  @Test
  void aNameThatIsGivenTwiceCountsOnce() throws IOException {
    String file = twoParameters();
    assertThat(ComparedJson.of(file, "--metric", "score,score").metrics()).containsExactly("score");
    assertThat(ComparedJson.of(file, "--col", "incStep,incStep").columns())
        .containsExactly("1", "25");
  }
}
