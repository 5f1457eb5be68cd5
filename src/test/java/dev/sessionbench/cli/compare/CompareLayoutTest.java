package dev.sessionbench.cli.compare;

import static dev.sessionbench.base.results.JmhCell.about;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.cli.CommandRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes a row, what a column, and what is put together. */
class CompareLayoutTest extends CompareFixture {
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
    assertThat(compared.root().at("/recommendation/parameter").asText()).isEqualTo("size");
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
  void whatDoesNotDifferIsNamedAndNotShown() throws IOException {
    String file =
        JmhCell.write(
            folder,
            "f.json",
            cell("b", 1, "a", 100).secondary("sessionsCreated", "#", 400),
            cell("b", 25, "a", 50).secondary("sessionsCreated", "#", 400));
    assertThat(CommandRun.compared(file))
        .contains("Nothing differs, or is shown to, in sessionsCreated: --metric NAME or all")
        .contains("numBatchCreateSessionsRpcs, #")
        .doesNotContain("sessionsCreated, #");
    assertThat(CommandRun.compared(file, "--metric", "all")).contains("sessionsCreated, #");
  }

  @Test
  void aPlaceWithoutAMeasurementIsADashAndAMeanWithoutItSaysSo() throws IOException {
    List<JmhCell> cells = new ArrayList<>(List.of(JmhCell.of("without").times(about(5, 6))));
    for (int step : List.of(1, 10, 20, 25, 30, 40, 50, 100)) {
      cells.add(JmhCell.of("burst").param("incStep", step).times(about(100, 6)));
      if (step < 100) {
        cells.add(JmhCell.of("write").param("incStep", step).times(about(100, 6)));
      }
    }
    String file = JmhCell.write(folder, "f.json", cells.toArray(new JmhCell[0]));
    String text = CommandRun.compared(file);
    assertThat(text.lines().filter(line -> line.matches(".*\\| +[-0-9]+ \\| +- \\| +-")))
        .as(text)
        .hasSize(1)
        .allMatch(line -> line.matches(".*\\| +100 \\| +-.*"));
    assertThat(text)
        .containsPattern("\\| +50 \\| +\\| +1.000x\n")
        .containsPattern("\\| +100 \\| +\\| +1.000x \\(1 of 2 rows\\)\n");
  }

  @Test
  void theAnswerComesFirstAndNoTableIsWiderThanATerminal() {
    String text = CommandRun.compared("results/baseline/result.json");
    assertThat(text.lines().findFirst()).get().asString().contains("shown non-inferior at 5 %");
    assertThat(text.lines().filter(line -> line.contains(" | ")))
        .hasSizeGreaterThan(30)
        .allMatch(line -> line.length() <= 120);
  }

  @Test
  void aFaultRunIsComparedWithNoFaultAndItsScenariosAreRows() {
    String file = "results/faults/result.json.gz";
    ComparedJson compared = ComparedJson.of(file, "--col", "scenario", "--filter", "incStep=25");
    assertThat(compared.table("score").get("base").asText()).isEqualTo("none");
    assertThat(CommandRun.compared(file, "--col", "scenario", "--filter", "incStep=25").lines())
        .anyMatch(line -> line.matches(" *\\| +serverRestart \\|.*"))
        .filteredOn(line -> line.contains(" | "))
        .allMatch(line -> line.length() <= 120);
  }

  @Test
  void aCellBoundByTheMachineIsMarked() throws IOException {
    JmhCell bound = cell("b", 25, "a", 100).secondary("utilisation", "%", 95);
    JmhCell free = cell("b", 1, "a", 100).secondary("utilisation", "%", 30);
    String file = JmhCell.write(folder, "f.json", free, bound);
    ComparedJson compared = ComparedJson.of(file);
    assertThat(compared.footnotes("B.b", "25")).anyMatch(note -> note.startsWith("! Bound by"));
    assertThat(compared.footnotes("B.b", "1")).isEmpty();
    assertThat(CommandRun.compared(file, "--format", "readme"))
        .isEqualTo(
            """
            | ms / RPCs by incStep | 1 | 25 |
            | --- | ---: | ---: |
            | B.b | 105 / 8 | 105 ! / 8 |

            ! Bound by the machine: its processors were in use for 80 % of the time or more.
            """);
  }

  @Test
  void aNameThatIsGivenTwiceCountsOnce() throws IOException {
    String file = twoParameters();
    assertThat(ComparedJson.of(file, "--metric", "score,score").metrics()).containsExactly("score");
    assertThat(ComparedJson.of(file, "--col", "incStep,incStep").columns())
        .containsExactly("1", "25");
  }
}
