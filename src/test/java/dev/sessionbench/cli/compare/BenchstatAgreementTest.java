package dev.sessionbench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sessionbench.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the results of {@code compare} with those of benchstat on the same samples. The folder
 * {@code src/test/benchstat} recorded both the samples and the results.
 */
class BenchstatAgreementTest {
  private static final Path RECORDED = Path.of("src/test/resources/dev/sessionbench/cli/benchstat");

  /** The distance of benchstat's interval ends from ours, in order statistics. */
  private record Shift(int low, int high) {}

  /** The sample sizes at which the ends of benchstat's interval are not symmetric. */
  private static final Map<Integer, Shift> LOPSIDED =
      Map.of(
          8, new Shift(0, -1),
          24, new Shift(1, 0),
          44, new Shift(-1, 0),
          50, new Shift(0, -1),
          60, new Shift(0, -1));

  /**
   * Up to this size benchstat takes an interval's confidence from the exact binomial distribution.
   */
  private static final int EXACT_CONFIDENCE = 30;

  /**
   * Our p-values that differ from benchstat's. There are 50 values a side, or values tie and the
   * sides differ in size.
   */
  private static final Map<String, Double> OTHER_P_VALUES =
      Map.of("normal50x50", 0.074741, "ties20x10", 0.172875);

  private static final Map<String, Theirs> THEIRS = new LinkedHashMap<>();
  private static final Map<String, Ours> OURS = new LinkedHashMap<>();

  /** One side of a row in benchstat; a missing interval is infinite. */
  private record Side(double median, double low, double high, double confidence) {}

  private record Theirs(String row, Side base, Side head, double p) {
    @Override
    public String toString() {
      return row;
    }
  }

  private record Ours(JsonNode base, JsonNode head) {
    double ratioOfMedians() {
      return head.get("median").asDouble() / base.get("median").asDouble();
    }

    double p() {
      return head.at("/comparison/pValue").asDouble();
    }
  }

  @BeforeAll
  static void compareWhatBenchstatCompared() throws IOException {
    for (List<String> fields : csv("exact.csv")) {
      double[] metrics =
          fields.stream().skip(1).mapToDouble(BenchstatAgreementTest::number).toArray();
      Side base = new Side(metrics[0], metrics[1], metrics[2], metrics[3]);
      Side head = new Side(metrics[4], metrics[5], metrics[6], metrics[7]);
      THEIRS.put(fields.get(0), new Theirs(fields.get(0), base, head, metrics[8]));
    }
    JsonNode table =
        new ObjectMapper()
            .readTree(
                CommandRun.compared(
                    "base=" + RECORDED.resolve("base.json"),
                    "head=" + RECORDED.resolve("head.json"),
                    "--format",
                    "json"))
            .at("/tables/0");
    Map<String, JsonNode> bases = new LinkedHashMap<>();
    for (JsonNode cell : table.get("cells")) {
      String row = cell.get("row").asText().replace("Sets.", "");
      if (cell.get("column").asText().equals("base")) {
        bases.put(row, cell);
      } else {
        OURS.put(row, new Ours(Objects.requireNonNull(bases.get(row), row), cell));
      }
    }
  }

  private static Ours ours(String row) {
    return Objects.requireNonNull(OURS.get(row), row);
  }

  static Stream<Theirs> rows() {
    return THEIRS.values().stream();
  }

  @Test
  void bothComparedTheSameRows() {
    assertThat(THEIRS).hasSizeGreaterThan(30);
    assertThat(OURS.keySet()).containsExactlyInAnyOrderElementsOf(THEIRS.keySet());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void mediansAreTheSame(Theirs theirs) {
    Ours ours = ours(theirs.row);
    assertMedian(ours.base, theirs.base);
    assertMedian(ours.head, theirs.head);
  }

  private static void assertMedian(JsonNode ours, Side theirs) {
    // Its interpolation between two values rounds the last digit differently.
    assertThat(ours.get("median").asDouble())
        .isCloseTo(theirs.median, within(1e-12 * theirs.median));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void intervalsAreTheSameExceptForLopsidedSizes(Theirs theirs) throws IOException {
    Ours ours = ours(theirs.row);
    assertInterval(theirs.row, ours.base, theirs.base);
    assertInterval(theirs.row, ours.head, theirs.head);
  }

  private static void assertInterval(String row, JsonNode ours, Side theirs) throws IOException {
    JsonNode interval = ours.path("medianInterval");
    if (Double.isInfinite(theirs.low) || Double.isInfinite(theirs.high)) {
      assertThat(interval.isMissingNode()).isTrue();
      return;
    }
    int n = ours.get("n").asInt();
    List<Double> ascending = Objects.requireNonNull(samples(ours.get("column").asText()).get(row));
    Shift shift = LOPSIDED.getOrDefault(n, new Shift(0, 0));
    double low = interval.get("low").asDouble();
    double high = interval.get("high").asDouble();
    assertThat(theirs.low).isEqualTo(ascending.get(ascending.indexOf(low) + shift.low));
    assertThat(theirs.high).isEqualTo(ascending.get(ascending.lastIndexOf(high) + shift.high));
    if (!LOPSIDED.containsKey(n)) {
      assertThat(interval.get("confidence").asDouble())
          .isCloseTo(theirs.confidence, within(n <= EXACT_CONFIDENCE ? 1e-12 : 2e-3));
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void pValuesAreTheSameExceptForFiftyForksAndUnevenTies(Theirs theirs) {
    double listed = OTHER_P_VALUES.getOrDefault(theirs.row, theirs.p);
    boolean same = listed == theirs.p;
    assertThat(ours(theirs.row).p()).isCloseTo(listed, within(same ? 1e-9 : 5e-7));
    assertThat(Math.abs(listed - theirs.p)).isLessThan(0.025);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void bothFindTheSameDifferences(Theirs theirs) {
    String verdict = ours(theirs.row).head.at("/comparison/verdict").asText();
    boolean found = verdict.equals("BETTER") || verdict.equals("WORSE");
    assertThat(found).as(verdict).isEqualTo(theirs.p <= 0.05);
  }

  @Test
  void theTableOfBenchstatFollowsFromOurMetrics() throws IOException {
    for (List<String> printed : csv("printed.csv")) {
      Ours ours = OURS.get(printed.get(0));
      if (ours == null) {
        continue; // Headings and the geometric mean.
      }
      boolean found = !printed.get(5).equals("~");
      double ratio = ours.ratioOfMedians();
      if (found) {
        assertThat(printed.get(5))
            .isEqualTo(String.format(Locale.ROOT, "%+.2f%%", 100 * (ratio - 1)));
      }
      if (!OTHER_P_VALUES.containsKey(printed.get(0))) {
        assertThat(printed.get(6)).startsWith(String.format(Locale.ROOT, "p=%.3f ", ours.p()));
      }
    }
  }

  @Test
  void theGeometricMeansAreTheSame() throws IOException {
    List<String> mean =
        csv("printed.csv").stream()
            .filter(fields -> fields.get(0).equals("geomean"))
            .findFirst()
            .orElseThrow();
    double[] ratios = OURS.values().stream().mapToDouble(Ours::ratioOfMedians).toArray();
    double ourMean = Math.exp(Arrays.stream(ratios).map(Math::log).average().orElseThrow());
    assertThat(ourMean).isCloseTo(number(mean.get(3)) / number(mean.get(1)), within(1e-12));
  }

  /** The samples of one side in ascending order, by row. */
  private static Map<String, List<Double>> samples(String side) throws IOException {
    Map<String, List<Double>> samples = new LinkedHashMap<>();
    for (JsonNode result : new ObjectMapper().readTree(RECORDED.resolve(side + ".json").toFile())) {
      List<Double> values = new ArrayList<>();
      result.at("/primaryMetric/rawData").forEach(fork -> values.add(fork.get(0).asDouble()));
      Collections.sort(values);
      samples.put(result.get("benchmark").asText().replace("benchstat.Sets.", ""), values);
    }
    return samples;
  }

  private static double number(String field) {
    return switch (field) {
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      case "+Inf" -> Double.POSITIVE_INFINITY;
      default -> Double.parseDouble(field);
    };
  }

  private static List<List<String>> csv(String name) throws IOException {
    return Files.readAllLines(RECORDED.resolve(name)).stream()
        .skip(1)
        .filter(line -> !line.isBlank())
        .map(line -> List.of(line.split(",", -1)))
        .toList();
  }
}
