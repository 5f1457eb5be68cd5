package dev.sessionbench.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void formatsTheRemainingTime() {
    assertThat(Progress.words(200_000)).isEqualTo("about 3 min 20 s left");
    assertThat(Progress.words(59_499)).isEqualTo("about 59 s left");
    assertThat(Progress.words(3_720_000)).isEqualTo("about 1 h 2 min left");
  }
}
