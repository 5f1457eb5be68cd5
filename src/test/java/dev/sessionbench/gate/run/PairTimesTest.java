package dev.sessionbench.gate.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.Arm;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PairTimesTest {
  private final PairTimes times = new PairTimes();

  private void add(String cell, long headMillis, int count) {
    for (int i = 0; i < count; i++) {
      times.add(cell, Map.of(Arm.BASE, 4_000L, Arm.HEAD, headMillis));
    }
  }

  private boolean slower() {
    return times.slowerHead(0.25).isPresent();
  }

  @Test
  void onePairShowsNothingAndOfTwoBothMustExceed() {
    assertThat(slower()).isFalse();
    add("burst", 100_000, 1);
    assertThat(slower()).isFalse();
    add("burst", 5_000, 1);
    assertThat(slower()).as("at the limit").isFalse();
    add("steady", 5_001, 1);
    assertThat(times.slowerHead(0.25))
        .hasValue(
            "the head's forks took 110.0 s, the base's 12.0 s, and in 2 of 3 pairs more than 25 % longer");
  }

  @Test
  void oneCellOfManyIsEnoughWhereMoreThanHalfOfItsPairsExceed() {
    add("burst", 4_000, 12);
    add("steady", 60_000, 3);
    assertThat(slower()).as("three pairs of a cell").isFalse();
    add("steady", 4_000, 1);
    assertThat(slower()).as("three of four").isTrue();
    add("steady", 4_000, 2);
    assertThat(slower()).as("half").isFalse();
  }

  @Test
  void aPairOfWhichOneForkRanBeforeAnInterruptionIsPassedOver() {
    times.add("burst", Map.of(Arm.HEAD, 60_000L));
    times.add("burst", Map.of(Arm.HEAD, 60_000L));
    times.add("burst", Map.of());
    assertThat(slower()).isFalse();
  }
}
