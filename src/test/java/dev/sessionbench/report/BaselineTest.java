package dev.sessionbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.results.PublishedResult;
import dev.sessionbench.base.results.ResultFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Checks what the committed baseline claims to be. */
class BaselineTest {
  private static final Path BASELINE = Path.of("results", "baseline");
  private static final List<CellResult> CELLS = ResultFile.read(BASELINE.resolve("result.json.gz"));

  @Test
  void hasFourBenchmarksAtEightSteps() {
    assertThat(CELLS).hasSize(32).allMatch(cell -> cell.forks() == 15);
  }

  @Test
  void rpcsMatchPublishedResultsAndClosedForm() {
    for (CellResult cell : CELLS) {
      Metric rpcs = Objects.requireNonNull(cell.secondaryMetrics().get(ResultTables.RPCS_METRIC));
      assertThat(rpcs.score())
          .as("%s", cell.key())
          .isEqualTo(published(cell))
          .isEqualTo(shape(cell).totalRpcs(shape(cell).maxSessions(), 100));
    }
  }

  @Test
  void namesItsCommitAndClient() {
    assertThat(CELLS)
        .extracting(cell -> Objects.requireNonNull(cell.environment()))
        .allMatch(environment -> environment.clientVersion().equals("6.107.0"))
        .allMatch(environment -> environment.dirty().equals("false"))
        .extracting(Environment::gitCommit)
        .allMatch(commit -> commit.matches("[0-9a-f]{40}"));
  }

  @Test
  void hasTheCurvesOfEveryCell() {
    assertThat(CellCurves.read(BASELINE.resolve(CellCurves.FILE_NAME + ".gz")))
        .extracting(CellCurves::key)
        .isEqualTo(CELLS.stream().map(CellResult::key).toList());
  }

  private static double published(CellResult cell) {
    return PublishedResult.all().stream()
        .filter(row -> row.benchmark().equals(cell.key().method()))
        .filter(row -> row.step().equals(cell.key().params().get(PoolShape.INC_STEP)))
        .mapToDouble(PublishedResult::rpcs)
        .findFirst()
        .orElseThrow();
  }

  private static PoolShape shape(CellResult cell) {
    Map<String, String> params = Objects.requireNonNull(cell.params());
    return new PoolShape(
        number(params, "minSessions"),
        number(params, "maxSessions"),
        number(params, "incStep"),
        number(params, "numChannels"));
  }

  private static int number(Map<String, String> params, String name) {
    return Integer.parseInt(Objects.requireNonNull(params.get(name)));
  }
}
