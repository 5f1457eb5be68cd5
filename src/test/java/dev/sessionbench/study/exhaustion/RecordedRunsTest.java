package dev.sessionbench.study.exhaustion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.study.diagnosis.Diagnosis;
import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import dev.sessionbench.study.diagnosis.Measurements.Quantity;
import dev.sessionbench.study.exhaustion.StudyResult.ScenarioResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the statements of docs/exhaustion.md against the data of the recorded runs. */
class RecordedRunsTest {
  private static final Path FOLDER = Path.of("results/exhaustion");

  static List<Path> runs() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(f -> f.getFileName().toString().startsWith("run-")).sorted().toList();
    }
  }

  private static StudyResult read(Path file) {
    return Json.read(file, new TypeReference<StudyResult>() {});
  }

  private static List<ScenarioResult> closed(StudyResult run) {
    return run.loop(false);
  }

  private static ScenarioResult last(StudyResult run) {
    return closed(run).get(closed(run).size() - 1);
  }

  private static double predicted(ScenarioResult scenario) {
    return Objects.requireNonNull(scenario.prediction()).throughput();
  }

  /** The value of the slower kind, as in the table. */
  private static double apiP99(ScenarioResult scenario) {
    return Math.max(
        Objects.requireNonNull(scenario.read().api()).p99(),
        Objects.requireNonNull(scenario.write().api()).p99());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void throughputMatchesThePredictionAroundTheKnee(Path file) {
    for (ScenarioResult scenario : closed(read(file))) {
      assertThat(scenario.throughput() / predicted(scenario))
          .as("scenario %s", scenario.scenario())
          .isCloseTo(1, within(0.03));
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void onlyTheEndToEndLatencyRisesWhenThePoolIsExhausted(Path file) {
    StudyResult run = read(file);
    ScenarioResult first = closed(run).get(0);
    ScenarioResult last = last(run);
    assertThat(last.read().endToEnd().p99()).isGreaterThan(3 * first.read().endToEnd().p99());
    assertThat(last.write().endToEnd().p99()).isGreaterThan(3 * first.write().endToEnd().p99());
    assertThat(last.measurements().values().get(Quantity.API))
        .isCloseTo(first.measurements().values().get(Quantity.API), within(1.0));
    assertThat(apiP99(last) / apiP99(first)).isCloseTo(1, within(0.1));
    assertThat(last.measurements().values().get(Quantity.FULL)).isGreaterThan(0.95);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void everyTransactionIsTracedWithItsWait(Path file) {
    TraceSummary traces = read(file).traces();
    assertThat(traces.traced()).isEqualTo(traces.transactions());
    assertThat(traces.starved()).isGreaterThan(10_000);
    assertThat(traces.shown()).isEqualTo(traces.starved());
    assertThat((double) traces.stalled() / traces.traced()).isLessThan(0.001);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void theMachineHadTimeToSpareAndTheStudyTookUnderThreeMinutes(Path file) {
    assertThat(read(file).cpuShare()).isLessThan(0.7);
    assertThat(read(file).seconds()).isLessThan(180);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void onlyTheLastScenarioIsExhaustedWithoutOtherCauses(Path file) {
    Map<String, Diagnosis> diagnoses = read(file).diagnoses();
    List<Cause> causes = diagnoses.values().stream().map(Diagnosis::cause).toList();
    assertThat(causes.subList(0, causes.size() - 1)).containsOnly(Cause.NOTHING);
    assertThat(causes.get(causes.size() - 1)).isEqualTo(Cause.POOL_EXHAUSTED);
  }

  @Test
  void aRunIsRecorded() throws IOException {
    assertThat(runs()).isNotEmpty();
  }
}
