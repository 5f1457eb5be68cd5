package dev.sessionbench.study.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import dev.sessionbench.study.diagnosis.Measurements.Quantity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the diagnosis on causes planted into a simulated world. */
class ConfusionTest {
  /** The diagnosis of a cause at a strength; NOTHING stands for a healthy world. */
  record Answer(Cause planted, int strength, long seed, Cause said) {
    Answer again() {
      Cause again = SimulatedWorld.diagnosis(planted, strength, seed).cause();
      return new Answer(planted, strength, seed, again);
    }
  }

  /** Ten seeds for each cause and strength, and a hundred healthy worlds. */
  private static final List<Answer> RECORDED =
      Objects.requireNonNull(
          Json.read(
                  Path.of("results/exhaustion/confusion.json"),
                  new TypeReference<Map<String, List<Answer>>>() {})
              .get("answers"));

  @Test
  void recordedAnswersFindCausesThatMatterWithoutFalseAlarms() {
    assertThat(RECORDED).hasSize(10 * 3 * 8 + 100);
    assertThat(RECORDED)
        .filteredOn(answer -> answer.strength() > 0 || answer.planted() == Cause.NOTHING)
        .allMatch(answer -> answer.planted() == answer.said());
  }

  private static void assertSaidAgain(long seeds) {
    long first = RECORDED.get(0).seed();
    assertThat(RECORDED)
        .filteredOn(answer -> answer.seed() < first + seeds)
        .hasSizeGreaterThanOrEqualTo(3 * 8 + 1)
        .allSatisfy(answer -> assertThat(answer.again()).isEqualTo(answer));
  }

  @Test
  void theDiagnosisGivesTheRecordedAnswers() {
    assertSaidAgain(1);
  }

  @Test
  @Tag("slow")
  void theDiagnosisGivesAllRecordedAnswers() {
    assertSaidAgain(RECORDED.size());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aHealthyClientIsNotCalledAnything(long seed) {
    assertThat(SimulatedWorld.diagnosis(Cause.NOTHING, 0, seed).cause()).isEqualTo(Cause.NOTHING);
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 400})
  void theSimulatedClientFollowsTheClosedForm(int number) {
    SimulatedWorld world = new SimulatedWorld(new Agents(number, 0.5, 100), 3);
    Measurements measurements = SimulatedClient.play(world);
    assertThat(SimulatedClient.play(world)).isEqualTo(measurements);
    // 50 ms of network, and server times of a log-normal distribution: mean = median e^(0.3^2 / 2).
    ClosedLoop loop = ClosedLoop.of(world.agents, 55.4, 116.1, 100);
    double throughput = measurements.at(Quantity.THROUGHPUT);
    assertThat(throughput / loop.throughput()).isCloseTo(1, Offset.offset(0.02));
    assertThat(measurements.at(Quantity.WAIT)).isCloseTo(loop.waitMillis(), Offset.offset(5.0));
  }
}
