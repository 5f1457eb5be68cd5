package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests {@code simulate --curves}, and the charts that {@code report} draws from them. */
class SimulatedCurvesTest extends CommandFixture {

  private static double last(CellCurves cell, String name) {
    List<Double> y = cell.curve(name).y();
    return y.get(y.size() - 1);
  }

  private static double metric(CellResult result, String name) {
    return Objects.requireNonNull(result.secondaryMetrics().get(name)).score();
  }

  @Test
  void curvesAgreeWithTheMetricsAndReportDrawsThem() throws IOException {
    String fleet = "simulate fleet -p clients=3 -p minSessions=8 -p maxSessions=32 ";
    String rules = "-p strategy=fixed-step,one-per-caller -p seed=1 ";
    assertThat(runLine(fleet + rules + "-rff FOLDER/r.json.gz --curves")).as(this::err).isZero();
    List<CellResult> results = ResultFile.read(folder.resolve("r.json.gz"));
    List<CellCurves> curves = CellCurves.read(folder.resolve("series.json.gz"));
    assertThat(curves).hasSize(2).hasSameSizeAs(results);
    for (int i = 0; i < 2; i++) {
      CellCurves cell = curves.get(i);
      assertThat(cell.key()).isEqualTo(results.get(i).key());
      assertThat(last(cell, Curve.SESSIONS)).isEqualTo(metric(results.get(i), "sessionsCreated"));
      assertThat(last(cell, Curve.REQUESTS))
          .isEqualTo(metric(results.get(i), "numBatchCreateSessionsRpcs"))
          .isGreaterThanOrEqualTo(metric(results.get(i), "peakRequestsPerSecond"));
      assertThat(last(cell, Curve.IN_USE)).isZero();
      assertThat(last(cell, Curve.WAITING)).isZero();
      assertThat(cell.curve(Curve.ACQUIRE_WAIT).y()).isNotEmpty();
    }
    assertThat(runLine("report FOLDER/r.json.gz --x strategy -o FOLDER/p.html --svg FOLDER/svg"))
        .as(this::err)
        .isZero();
    assertThat(folder.resolve("svg/growth-fleet.svg")).exists();
    assertThat(Files.readString(folder.resolve("p.html"))).contains("Callers waiting");
  }

  @Test
  void sessionsClosedAndCreatedAgainCountOnceInTheCurve() {
    assertThat(
            runLine(
                "simulate repeatedBursts -p demandPercent=50 -p shrink=idle-time-deleted,idle-time"
                    + " -p idleMillis=60000 -p everyMillis=10000 -p keptIdle=0"
                    + " -rff FOLDER/r.json --curves"))
        .as(this::err)
        .isZero();
    List<CellResult> results = ResultFile.read(folder.resolve("r.json"));
    List<CellCurves> curves = CellCurves.read(folder.resolve("series.json"));
    assertThat(results).hasSize(2);
    for (int i = 0; i < 2; i++) {
      CellResult result = results.get(i);
      assertThat(metric(result, "sessionsCreated")).isGreaterThan(400);
      assertThat(metric(result, "poolMaxSessions")).isLessThan(400);
      assertThat(metric(result, "timeToMax")).isNaN();
      assertThat(Collections.max(curves.get(i).curve(Curve.SESSIONS).y()))
          .isEqualTo(metric(result, "poolMaxSessions"));
    }
  }

  @Test
  void requestsThatFillAPoolFirstDoNotCount() {
    assertThat(
            runLine(
                "simulate burstBelowMax -p minSessions=8 -p maxSessions=32 -p strategy=fixed-size"
                    + " -rff FOLDER/r.json --curves"))
        .isZero();
    CellResult result = ResultFile.read(folder.resolve("r.json")).get(0);
    assertThat(metric(result, "peakRequestsPerSecond")).isZero();
    CellCurves curves = CellCurves.read(folder.resolve("series.json")).get(0);
    assertThat(curves.curve(Curve.REQUESTS).x()).isEmpty();
    assertThat(curves.curve(Curve.SESSIONS).y().get(0)).isEqualTo(32.0);
  }

  @Test
  void tooManyCellsForCurvesAreRefused() {
    assertThat(runLine("simulate burstRead$ -p seed=%s --curves".formatted(seeds(501))))
        .isEqualTo(2);
    assertThat(err())
        .contains("--curves: 501 cells are too many to be drawn: must be at most 500")
        .hasLineCount(1);
  }

  private static String seeds(int n) {
    return IntStream.rangeClosed(1, n).mapToObj(Integer::toString).collect(Collectors.joining(","))
        + " -p incStep=25";
  }
}
