package dev.sessionbench.study.exhaustion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.study.diagnosis.Diagnosis;
import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import dev.sessionbench.study.exhaustion.StudyResult.ScenarioResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  private static ScenarioResult last(StudyResult run) {
    return run.scenarios().get(run.scenarios().size() - 1);
  }

  private static double predicted(ScenarioResult scenario) {
    return scenario.prediction().throughput();
  }

  /** The value of the slower kind, as in the table. */
  private static double apiP99(ScenarioResult scenario) {
    return Math.max(scenario.read().api().p99(), scenario.write().api().p99());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void throughputMatchesThePredictionAroundTheKnee(Path file) {
    for (ScenarioResult scenario : read(file).scenarios()) {
      assertThat(scenario.throughput() / predicted(scenario))
          .as("scenario %s", scenario.scenario())
          .isCloseTo(1, within(0.03));
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void onlyTheEndToEndLatencyRisesWhenThePoolIsExhausted(Path file) {
    StudyResult run = read(file);
    ScenarioResult first = run.scenarios().get(0);
    ScenarioResult last = last(run);
    assertThat(last.read().endToEnd().p99()).isGreaterThan(3 * first.read().endToEnd().p99());
    assertThat(last.write().endToEnd().p99()).isGreaterThan(3 * first.write().endToEnd().p99());
    assertThat(last.figures().values().get(Quantity.API))
        .isCloseTo(first.figures().values().get(Quantity.API), within(1.0));
    assertThat(apiP99(last) / apiP99(first)).isCloseTo(1, within(0.1));
    assertThat(last.figures().values().get(Quantity.FULL)).isGreaterThan(0.95);
  }

  /** The recorded runs also have an open loop, whose agents only set a rate. */
  @ParameterizedTest
  @MethodSource("runs")
  void scenariosOfAnOpenLoopAreLeftOut(Path file) {
    assertThat(read(file).scenarios())
        .extracting(scenario -> scenario.agents().number())
        .containsExactly(20, 35, 50, 75, 100, 125, 150, 180, 600);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void aRecordedRunHasATextAndAPage(Path file) {
    StudyResult run = read(file);
    assertThat(run.text()).contains("Scenario 9, 600 agents. Diagnosis: The pool is exhausted.");
    assertThat(run.page()).contains("<h1>The pool is exhausted.", "id=\"timeline\"");
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
