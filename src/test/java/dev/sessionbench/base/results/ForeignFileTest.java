package dev.sessionbench.base.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests files that this project did not write. JMH of four versions wrote the resources {@code
 * modes-jmh-*.json}, from one benchmark with two parameter values, two forks and all four modes.
 * Only the path of the launcher was shortened.
 */
class ForeignFileTest {
  private static final Path RESOURCES = Path.of("src/test/resources/dev/sessionbench/base/results");

  private static Path file(String version) {
    return RESOURCES.resolve("modes-jmh-" + version + ".json");
  }

  private static List<CellResult> parse(JmhCell... cells) {
    return ResultFile.parse("f.json", List.of(cells).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.10", "1.21", "1.37"})
  void everyModeOfEveryVersionIsRead(String version) {
    List<CellResult> results = ResultFile.read(file(version));
    assertThat(results).hasSize(8);
    assertThat(results)
        .extracting(CellResult::mode)
        .containsExactly("thrpt", "thrpt", "avgt", "avgt", "sample", "sample", "ss", "ss");
    for (CellResult result : results) {
      assertThat(result.key().classAndMethod()).isEqualTo("Tiny.sum");
      assertThat(result.forks()).isEqualTo(2);
      assertThat(result.params()).containsKey("size");
      assertThat(result.primaryMetric().rawData())
          .hasSize(2)
          .allSatisfy(fork -> assertThat(fork).hasSize(2).allMatch(value -> value > 0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.10", "1.21", "1.37"})
  void unitsAreTheOnesOfTheFile(String version) {
    Map<String, String> single = Map.of("1.0", "us"); // Later versions write us/op here too.
    assertThat(ResultFile.read(file(version)))
        .extracting(result -> result.primaryMetric().scoreUnit())
        .startsWith("ops/us", "ops/us", "us/op", "us/op", "us/op", "us/op")
        .endsWith(single.getOrDefault(version, "us/op"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.10"})
  void valuesMissingInOldVersionsAreEmpty(String version) {
    CellResult result = ResultFile.read(file(version)).get(0);
    assertThat(result.jmhVersion()).isEmpty();
    assertThat(result.jdkVersion()).isEmpty();
    assertThat(result.jvmArgs()).isEmpty();
    assertThat(result.environment()).isNull();
    assertThat(result.warmupBatchSize()).isEqualTo(1);
  }

  /** Expands each histogram into its values, which production code avoids. */
  @Test
  void anIterationOfSampleTimeIsTheMedianOfItsHistogram() throws IOException {
    JsonNode root = new ObjectMapper().readTree(file("1.37").toFile());
    List<CellResult> results = ResultFile.read(file("1.37"));
    for (int i = 4; i < 6; i++) {
      JsonNode histograms = root.get(i).at("/primaryMetric/rawDataHistogram");
      for (int fork = 0; fork < 2; fork++) {
        for (int iteration = 0; iteration < 2; iteration++) {
          List<Double> values = new ArrayList<>();
          for (JsonNode pair : histograms.get(fork).get(iteration)) {
            for (int k = 0; k < pair.get(1).asInt(); k++) {
              values.add(pair.get(0).asDouble());
            }
          }
          assertThat(values).isSorted();
          assertThat(results.get(i).primaryMetric().rawData().get(fork).get(iteration))
              .isEqualTo(values.get((values.size() - 1) / 2));
        }
      }
    }
  }

  @Test
  void profilersMetricsAreReadWithTheirUnits() {
    Map<String, Metric> metrics = ResultFile.read(file("1.37")).get(0).secondaryMetrics();
    assertThat(metrics.get("gc.alloc.rate.norm"))
        .isNotNull()
        .extracting(Metric::scoreUnit)
        .isEqualTo("B/op");
    assertThat(ResultFile.read(file("1.21")).get(4).secondaryMetrics())
        .containsKey("sum\u00b7p0.50");
  }

  @Test
  void notANumberAndInfinityAreStrings() {
    JmhCell cell = JmhCell.of("b");
    cell.primary().put("score", "NaN").putArray("scoreConfidence").add("NaN").add("NaN");
    cell.primary().putObject("scorePercentiles").put("50.0", "NaN");
    cell.primary()
        .putArray("rawData")
        .addArray()
        .add("NaN")
        .add("Infinity")
        .add("-Infinity")
        .add("+INF")
        .add("-INF")
        .add(7.5);
    Metric metric = parse(cell).get(0).primaryMetric();
    assertThat(metric.score()).isNaN();
    assertThat(metric.scoreError()).isNaN();
    assertThat(metric.rawData().get(0))
        .containsExactly(
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            7.5);
  }

  @Test
  void descriptiveKeysMayBeMissing() {
    JmhCell cell = JmhCell.of("b").times(1, 2);
    cell.root().retain("benchmark", "mode", "primaryMetric");
    cell.primary().retain("score", "scoreUnit", "rawData");
    CellResult result = parse(cell).get(0);
    assertThat(result.params()).isNull();
    assertThat(result.secondaryMetrics()).isEmpty();
    assertThat(result.threads()).isEqualTo(1);
    assertThat(result.primaryMetric().scoreError()).isNaN();
  }

  @Test
  void unknownKeysAreIgnored() {
    JmhCell cell = JmhCell.of("b").times(1);
    cell.root().putObject("ofTheFuture").put("a", 1);
    assertThat(parse(cell).get(0).primaryMetric().rawData()).containsExactly(List.of(1.0));
  }

  @Test
  void parametersOfOtherTypesBecomeText() {
    JmhCell cell = JmhCell.of("b").times(1);
    cell.root().putObject("params").put("size", 10).put("on", true).putNull("none");
    assertThat(parse(cell).get(0).params())
        .containsExactly(
            Map.entry("size", "10"), Map.entry("on", "true"), Map.entry("none", "null"));
  }

  @Test
  void numbersAreReadInFull() {
    double[] values = {0.1 + 0.2, 1e-300, Double.MAX_VALUE, Double.MIN_VALUE};
    assertThat(parse(JmhCell.of("b").fork(values)).get(0).primaryMetric().rawData().get(0))
        .containsExactly(0.1 + 0.2, 1e-300, Double.MAX_VALUE, Double.MIN_VALUE);
  }
}
