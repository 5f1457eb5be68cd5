package dev.sessionbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.results.SyntheticRun;
import dev.sessionbench.report.ResultTables.ResultTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the table of faults as text. */
public class FaultTableTest {
  /** A cell of FaultBenchmark with three forks. */
  public static CellResult cell(String scenario, String incStep, double errors, double leaked) {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    metrics.put("faultsInjected", forks(1, 1, 1));
    metrics.put("failedRpcs", forks(1, 2, 3));
    metrics.put("applicationErrors", forks(errors, errors, errors));
    metrics.put("blastRadius", forks(errors / 4, errors / 4, errors / 4));
    metrics.put("timeToRecover", forks(12.34, 99.5, 1234.5));
    metrics.put("numBatchCreateSessionsRpcs", forks(16, 16, 16));
    metrics.put("sessionsLeaked", forks(0, leaked, 0));
    metrics.put("sessionsBeyondMax", forks(0, leaked, 0));
    return SyntheticRun.cell(
            "dev.sessionbench.FaultBenchmark.burst",
            Map.of("scenario", scenario, "incStep", incStep, "seed", "1"),
            "-XX:+UseSerialGC",
            SyntheticRun.environment())
        .withPrimaryMetric(forks("ms/op", 900, 901.5, 1000))
        .withSecondaryMetrics(metrics);
  }

  private static Metric forks(double... values) {
    return forks("#", values);
  }

  private static Metric forks(String unit, double... values) {
    List<List<Double>> raw = new ArrayList<>();
    for (double value : values) {
      raw.add(List.of(value));
    }
    return Metric.of(unit, raw);
  }

  @Test
  void ordersRowsByScenarioAndStep() {
    ResultTable table =
        FaultTable.of(
            List.of(
                cell("stall", "100", 4, 0),
                cell("stall", "25", 1, 0),
                cell("none", "25", 0, 0),
                cell("goAway", "1", 0, 0)));
    assertThat(table.rows())
        .extracting(row -> row.name() + " " + row.cells().get(0))
        .containsExactly("none 25", "goAway 1", "stall 25", "stall 100");
  }

  @Test
  void showsMediansAndRanges() {
    assertThat(FaultTable.of(List.of(cell("stall", "25", 1, 0))).render())
        .isEqualTo(
            """
            ### When things go wrong

            Scenario | (incStep) |          Time (ms) | Faults | Failed RPCs | Errors seen | Waiters failed per failed creation | Recovered after (ms) | Creation RPCs | Sessions leaked | Beyond max
            -------- | --------: | -----------------: | -----: | ----------: | ----------: | ---------------------------------: | -------------------: | ------------: | --------------: | ---------:
            stall    |        25 | 902 (900 to 1,000) |      1 |  2 (1 to 3) |           1 |                               0.25 | 99.5 (12.3 to 1,235) |            16 |               0 |          0
            """);
  }

  @Test
  void hasADashForMissingValues() {
    CellResult cell = cell("none", "25", Double.NaN, 0).without("timeToRecover");
    ResultTable table = FaultTable.of(List.of(cell));
    int recovered = table.head().indexOf("Recovered after (ms)") - 1;
    int radius = table.head().indexOf("Waiters failed per failed creation") - 1;
    assertThat(table.rows().get(0).cells().get(recovered)).isEqualTo("–");
    assertThat(table.rows().get(0).cells().get(radius)).isEqualTo("–");
  }

  @Test
  void namesTheScenariosThatLeak() {
    List<CellResult> cells =
        List.of(
            cell("b", "1", 0, 3),
            cell("a", "1", 0, 2),
            cell("b", "25", 0, 1),
            cell("c", "1", 0, 0));
    assertThat(FaultTable.leaking(cells)).isEqualTo("a, b");
  }

  @Test
  void oneLeakingIterationIsALeak() {
    CellResult cell = cell("a", "1", 0, 0);
    Map<String, Metric> metrics = new LinkedHashMap<>(cell.secondaryMetrics());
    metrics.put("sessionsLeaked", Metric.of("#", List.of(List.of(0.0, 0.0, 4.0))));
    assertThat(FaultTable.leaking(List.of(cell.withSecondaryMetrics(metrics)))).isEqualTo("a");
  }

  @Test
  void isAbsentWithoutFaultCells() {
    assertThat(FaultTable.of(SyntheticRun.cells()).rows()).isEmpty();
    assertThat(new ResultTables(SyntheticRun.cells(), false).render())
        .doesNotContain("When things go wrong");
    assertThat(new ResultTables(List.of(cell("none", "25", 0, 0)), false).render())
        .contains("When things go wrong");
  }
}
