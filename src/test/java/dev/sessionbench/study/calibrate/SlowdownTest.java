package dev.sessionbench.study.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlowdownTest {
  private static final long MILLI = 1_000_000;

  private static Slowdown afterTen(long latestMillis) {
    Slowdown slowdown = new Slowdown();
    for (int i = 0; i < 10; i++) {
      slowdown.add((i % 2 == 0 ? 10 : 30) * MILLI);
    }
    for (int i = 0; i < 5; i++) {
      slowdown.add(latestMillis * MILLI);
    }
    return slowdown;
  }

  @Test
  void whatIsThreeTimesAsSlowAsTheMedianOfTheFirstTenIsToldOf() {
    assertThat(afterTen(60).complaint()).isEmpty();
    assertThat(afterTen(61).complaint())
        .contains("the server grew slow: the statement took 20.0 ms at first, and now 61.0 ms");
  }

  @Test
  void ofFewStatementsNothingIsSaid() {
    Slowdown slowdown = new Slowdown();
    for (int i = 0; i < 14; i++) {
      slowdown.add(100 * MILLI * i);
    }
    assertThat(slowdown.complaint()).isEmpty();
  }
}
