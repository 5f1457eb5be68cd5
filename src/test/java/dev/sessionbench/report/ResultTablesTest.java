package dev.sessionbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.base.results.SyntheticRun;
import dev.sessionbench.report.ResultTables.MachineBound;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultTablesTest {
  private final Locale before = Locale.getDefault();

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"en-US", "de-DE", "ar-EG-u-nu-arab"})
  void tablesAreTheSameInEveryLocale(String locale) throws IOException {
    Locale.setDefault(Locale.forLanguageTag(locale));
    assertThat(new ResultTables(results()).render()).isEqualTo(golden("tables.markdown"));
  }

  @Test
  void onlyZeroIsShownAsZero() {
    String table =
        new ResultTables(
                parse(
                    JmhCell.of("nanos").mode("avgt", "ns/op").times(25, 250, 26),
                    JmhCell.of("micros").mode("avgt", "us/op").times(140, 140.4),
                    JmhCell.of("millis").mode("avgt", "ms/op").times(1.04, 1.04),
                    JmhCell.of("none").mode("avgt", "ms/op").times(0, 0)))
            .render();
    assertThat(table)
        .contains("0.000026 | ", " 0.000025 - 0.00025 |")
        .contains(" 0.14 | ", " 0.14 - 0.14 |")
        .contains(" 1.0 | ", " 1.0 - 1.0 |")
        .contains(" 0.0 | ", " 0.0 - 0.0 |");
    assertThat(table.lines().filter(line -> line.contains(" 0.0 "))).hasSize(1);
  }

  private static List<CellResult> parse(JmhCell... cells) {
    return ResultFile.parse("cells", List.of(cells).toString());
  }

  @Test
  void otherVaryingParametersBecomeColumns() throws IOException {
    List<CellResult> results =
        List.of(
            result("burstRead", Map.of("incStep", "25", "transport", "tcp"), 1, 16, 16),
            result("burstRead", Map.of("incStep", "25", "transport", "inprocess"), 1, 16, 16));
    assertThat(new ResultTables(results).render()).isEqualTo(golden("transport.markdown"));
  }

  @Test
  void showsBothEndsOfADifferingCount() throws IOException {
    List<CellResult> results = List.of(result("burstRead", Map.of("incStep", "25"), 1, 16, 17));
    assertThat(new ResultTables(results).render()).contains("16 - 17 (runs disagree)");
  }

  @Test
  void countsOfAWaiterDrivenPoolMayDiffer() throws IOException {
    Map<String, String> params = Map.of("incStep", "25", "client", "1.52.0");
    assertThat(new ResultTables(List.of(result("burstWrite", params, 1, 70, 227))).render())
        .contains("70 - 227 (no fixed number)")
        .doesNotContain("exact");
  }

  @ParameterizedTest
  @CsvSource({
    "burstRead, client, true",
    "burstRead, fixed-step, true",
    "burstRead, one-per-caller, false",
    "poisson, fixed-step, false",
  })
  void countsAreExactIfThePoolsSizeDecidesThem(String load, String strategy, boolean exact) {
    Map<String, String> params = Map.of("strategy", strategy);
    assertThat(
            RpcCounts.areExact(
                new Cell("dev.sessionbench.GrowthStrategyBenchmark." + load, "ss", params)))
        .isEqualTo(exact);
  }

  @Test
  void otherUnitsHaveTheirOwnTable() throws IOException {
    CellResult throughput =
        result("burstRead", Map.of("incStep", "25"), 1, 16, 16)
            .withPrimaryMetric(Metric.of("ops/s", List.of(List.of(1.0))));
    assertThat(new ResultTables(List.of(throughput)).render())
        .contains("### Results that are not times", "burstRead |        25 |      1 | ops/s |")
        .doesNotContain("Execution time");
  }

  @Test
  void marksACellBoundByTheMachine() throws IOException {
    CellResult free = result("burstRead", Map.of("incStep", "25"), 980, 16, 16);
    Map<String, Metric> metrics = new java.util.HashMap<>(free.secondaryMetrics());
    metrics.put(MachineBound.METRIC, Metric.of("%", List.of(List.of(95.0))));
    assertThat(new ResultTables(List.of(free)).render()).doesNotContain("!");
    assertThat(new ResultTables(List.of(free.withSecondaryMetrics(metrics))).render())
        .contains("980.0 ! |", MachineBound.FOOTNOTE);
  }

  private static List<CellResult> results() {
    return List.of(
        result("steadyIncrease", Map.of("incStep", "1"), 7412.5, 304, 304),
        result("burstRead", Map.of("incStep", "100"), 944, 7, 7),
        result("burstRead", Map.of("incStep", "25"), 980.25, 16, 16),
        result("burstRead", Map.of("incStep", "7"), 1012.04, 47, 47));
  }

  private static CellResult result(
      String method, Map<String, String> params, double millis, double rpcs, double lastRpcs) {
    return SyntheticRun.cell("dev.sessionbench.SessionPoolBenchmark." + method, params, "-Dx", null)
        .withPrimaryMetric(
            Metric.of(
                "ms/op", List.of(List.of(millis - 10), List.of(millis), List.of(millis + 20.5))))
        .withSecondaryMetrics(
            Map.of(
                ResultTables.RPCS_METRIC,
                Metric.of("#", List.of(List.of(rpcs), List.of(rpcs), List.of(lastRpcs)))));
  }

  private static String golden(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ResultTablesTest.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
