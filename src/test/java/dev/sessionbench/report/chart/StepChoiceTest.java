package dev.sessionbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StepChoiceTest {
  @Test
  void ofTheEightPublishedStepsTheTellingFourAreShown() {
    assertThat(StepChoice.few(List.of(1, 10, 20, 25, 30, 40, 50, 100)))
        .containsExactly(1, 10, 25, 100);
  }

  @Test
  void aFewStepsAreAllShown() {
    assertThat(StepChoice.few(List.of(7, 3))).containsExactly(3, 7);
  }

  @Test
  void otherStepsAreChosenByNearness() {
    assertThat(StepChoice.few(List.of(2, 8, 9, 24, 70, 300))).containsExactly(2, 9, 24, 70);
  }
}
