package dev.sessionbench.study.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.study.diagnosis.Confusion.Answer;
import dev.sessionbench.study.diagnosis.Confusion.Plant;
import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfusionTest {
  @ParameterizedTest
  @EnumSource(value = Cause.class, mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
  void aStronglyPlantedCauseIsFound(Cause cause) {
    Plant plant = Plant.of(cause, Plant.STRENGTHS - 1, 1);
    assertThat(Confusion.diagnosis(plant).cause())
        .as(() -> Confusion.diagnosis(plant).text())
        .isEqualTo(cause);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aHealthyClientIsNotCalledAnything(long seed) {
    assertThat(Confusion.answer(Cause.NOTHING, 0, seed).said()).isEqualTo(Cause.NOTHING);
  }

  @Test
  void theSameWorldHasTheSameFigures() {
    World world = Plant.of(Cause.LOCK_CONFLICTS, 1, 7).now();
    assertThat(SimulatedClient.play(world)).isEqualTo(SimulatedClient.play(world));
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 400})
  void theSimulatedClientIsAsTheClosedFormSays(int number) {
    Agents agents = new Agents(number, 0.5, 100);
    Figures figures = SimulatedClient.play(World.healthy(agents, 3));
    // 50 ms of network, and server times of a log-normal distribution: mean = median e^(0.3^2 / 2).
    ClosedLoop loop = ClosedLoop.of(agents, 55.4, 116.1, 100);
    double throughput = figures.find(Quantity.THROUGHPUT).orElseThrow();
    assertThat(throughput / loop.throughput()).isCloseTo(1, Offset.offset(0.02));
    assertThat(figures.find(Quantity.WAIT).orElseThrow())
        .isCloseTo(loop.waitMillis(), Offset.offset(5.0));
  }

  @Test
  void theTableCountsWhatWasSaid() {
    List<Answer> answers = new ArrayList<>();
    answers.add(new Answer(Cause.SESSION_LEAK, 1, 0, Cause.SESSION_LEAK));
    answers.add(new Answer(Cause.SESSION_LEAK, 2, 0, Cause.NOTHING));
    answers.add(new Answer(Cause.SESSION_LEAK, 0, 0, Cause.NOTHING));
    answers.add(new Answer(Cause.NOTHING, 0, 0, Cause.CLIENT_CPU));
    Confusion confusion = new Confusion(answers);
    assertThat(confusion.rightShare()).isEqualTo(0.5);
    assertThat(confusion.falseAlarms()).isOne();
    assertThat(confusion.table().render()).contains("session-leak");
  }
}
