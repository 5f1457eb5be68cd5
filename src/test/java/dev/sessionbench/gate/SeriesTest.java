package dev.sessionbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.Series.Pair;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private static final Series SERIES =
      new Series(
          "ms", List.of(new Pair(1, 2), new Pair(Double.NaN, 8), new Pair(5, 4), new Pair(3, 6)));

  @Test
  void theMedianIsOfTheFiniteValuesOfOneArm() {
    assertThat(SERIES.median(Arm.BASE)).isEqualTo(3);
    assertThat(SERIES.median(Arm.HEAD)).isEqualTo(5);
    assertThat(SERIES.first(0).median(Arm.BASE)).isNaN();
  }

  @Test
  void onlyBlocksWithTwoValuesAboveZeroHaveARatio() {
    Series series =
        new Series(
            "ms",
            List.of(
                new Pair(2, 2),
                new Pair(0, 1),
                new Pair(1, 0),
                new Pair(1, Double.NaN),
                new Pair(Double.POSITIVE_INFINITY, 1),
                new Pair(1, Double.POSITIVE_INFINITY)));
    assertThat(series.logRatios()).containsExactly(0);
    assertThat(series.without()).isEqualTo(5);
  }

  @Test
  void theFirstBlocksAreAtMostThoseThatAreThere() {
    assertThat(SERIES.first(1).pairs()).containsExactly(new Pair(1, 2));
    assertThat(SERIES.first(9)).isEqualTo(SERIES);
  }

  @Test
  void aBlockMayBeTakenWithItsArmsExchanged() {
    assertThat(SERIES.block(2, false)).isEqualTo(new Series("ms", List.of(new Pair(5, 4))));
    assertThat(SERIES.block(2, true)).isEqualTo(new Series("ms", List.of(new Pair(4, 5))));
    assertThat(SERIES.first(2).and(SERIES.block(2, false))).isEqualTo(SERIES.first(3));
  }
}
