package dev.sessionbench.base.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
  @TempDir Path folder = Path.of("");

  @Test
  void readsWhatJmhWrote() throws IOException {
    CellResult result = jmh().get(0);
    assertThat(result.key().classAndMethod()).isEqualTo("SessionPoolBenchmark.burstRead");
    assertThat(result.key().mode()).isEqualTo("ss");
    assertThat(result.key().params())
        .containsAllEntriesOf(Map.of("incStep", "25", "maxSessions", "400", "seed", "1"))
        .as("what the file lacks has its default, and what is read with none is not said")
        .containsEntry("timeScale", "1")
        .doesNotContainKeys("client", "server", "profile");
    assertThat(result.forks()).isEqualTo(2);
    assertThat(rpcs(result).scoreError()).isNaN();
    assertThat(result.environment()).isNull();
  }

  @Test
  void writesWhatItReadsBack() throws IOException {
    Path file = folder.resolve("result.json");
    Json.write(file, jmh());
    assertThat(ResultFile.read(file)).isEqualTo(jmh());
    assertThat(folder).isDirectoryContaining(path -> path.equals(file));
    assertThat(Files.readString(file)).contains("\"scoreError\" : \"NaN\"");
  }

  @Test
  void errorsNameFileLineAndColumn() throws IOException {
    String good = jmhText();
    assertOneLine(good.substring(0, 500), "broken.json:\\d+:\\d+: .*");
    assertOneLine(good.replace("\"mode\"", "\"moed\""), "broken.json: result 1: .*no \"mode\"");
    assertOneLine("{}", "broken.json: expected an array of JMH results, .*");
    assertOneLine("null", "broken.json: expected an array of JMH results, .*");
    assertOneLine("", "broken.json:1:.*");
  }

  @Test
  void saysThatAFileIsMissing() {
    Path missing = folder.resolve("missing.json");
    assertThatThrownBy(() -> ResultFile.read(missing))
        .isInstanceOf(BadInput.class)
        .hasMessage(missing + ": there is no such file");
  }

  @Test
  void writesAndReadsTheRunsEnvironment() throws IOException {
    Environment environment =
        new Environment("j", "v", "o", "c", 2, "6.107.0", "g", "false", "1", 1, "t", "", List.of());
    List<CellResult> results =
        List.of(
            jmh()
                .get(0)
                .withEnvironment(environment)
                .withForkConditions(List.of(new ForkConditions("t", 3, 0.5, Double.NaN, 1))));
    Path file = folder.resolve("result.json");
    Json.write(file, results);
    assertThat(ResultFile.read(file)).isEqualTo(results);
  }

  @Test
  void resultsOfAnotherClientAreNeverMerged() throws IOException {
    Environment old =
        new Environment("j", "v", "o", "c", 2, "6.1", "g", "false", "1", 1, "t", "", List.of());
    CellResult whole = jmh().get(0);
    List<CellResult> both =
        List.of(whole.withEnvironment(old), whole.withEnvironment(old.withClientVersion("6.2")));
    assertThat(ForkMerge.merge(both)).hasSize(2);
  }

  @Test
  void mergingGivesJmhsScoresForTheSameForks() throws IOException {
    CellResult whole = jmh().get(0);
    CellResult merged = ForkMerge.merge(List.of(fork(whole, 0), fork(whole, 1))).get(0);
    assertThat(merged.primaryMetric()).isEqualTo(whole.primaryMetric());
    assertThat(merged.forks()).isEqualTo(2);
  }

  @Test
  void secondaryScoreIsTheMeanForOneInvocationNeverTheSum() throws IOException {
    CellResult whole = jmh().get(0);
    assertThat(rpcs(whole).score()).isEqualTo(64);
    CellResult merged = ForkMerge.merge(List.of(fork(whole, 0), fork(whole, 1))).get(0);
    assertThat(rpcs(merged).score()).isEqualTo(16);
    assertThat(rpcs(merged).rawData()).isEqualTo(rpcs(whole).rawData());
  }

  @Test
  void scoreErrorIsTheHalfWidthAtConfidence999() {
    Metric metric = Metric.of("ms/op", List.of(List.of(10.0, 12.0), List.of(14.0)));
    // mean 12, s = 2, n = 3, t(0.9995, 2 degrees of freedom) = 31.599: 31.599 * 2 / sqrt(3)
    assertThat(metric.score()).isEqualTo(12);
    assertThat(metric.scoreError())
        .isCloseTo(36.488, org.assertj.core.api.Assertions.within(0.001));
  }

  @Test
  void metricsWithoutIterationValuesKeepTheMeanOfTheForksScores() {
    Metric one = new Metric(4, Double.NaN, List.of(), Map.of(), "B", List.of(List.of()));
    Metric two = new Metric(6, Double.NaN, List.of(), Map.of(), "B", List.of(List.of()));
    assertThat(Metric.merge(List.of(one, two)).score()).isEqualTo(5);
  }

  private void assertOneLine(String content, String pattern) throws IOException {
    Path file = folder.resolve("broken.json");
    Files.writeString(file, content);
    assertThatThrownBy(() -> ResultFile.read(file))
        .isInstanceOf(BadInput.class)
        .message()
        .doesNotContain("\n")
        .matches(".*" + pattern);
  }

  private static Metric rpcs(CellResult result) {
    return Objects.requireNonNull(result.secondaryMetrics().get("numBatchCreateSessionsRpcs"));
  }

  private static CellResult fork(CellResult whole, int index) {
    return whole.with(
        fork ->
            fork.forks(1)
                .primaryMetric(
                    Metric.of("ms/op", List.of(whole.primaryMetric().rawData().get(index))))
                .secondaryMetrics(
                    Map.of(
                        "numBatchCreateSessionsRpcs",
                        Metric.of("#", List.of(rpcs(whole).rawData().get(index))))));
  }

  private static List<CellResult> jmh() throws IOException {
    return ResultFile.parse("jmh-1.37.json", jmhText());
  }

  private static String jmhText() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ResultFileTest.class.getResourceAsStream("jmh-1.37.json"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
