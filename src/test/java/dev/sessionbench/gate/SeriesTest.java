package dev.sessionbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.gate.Series.Pair;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private static final Series SERIES =
      new Series(
          "ms",
          List.of(
              new Pair(1, 2, Arm.BASE),
              new Pair(Double.NaN, 8, Arm.BASE),
              new Pair(5, 4, Arm.BASE),
              new Pair(3, 6, Arm.BASE)));

  @Test
  void theMedianIsOfTheFiniteValuesOfOneArm() {
    assertThat(SERIES.median(Arm.BASE)).isEqualTo(3);
    assertThat(SERIES.median(Arm.HEAD)).isEqualTo(5);
    assertThat(SERIES.first(0).median(Arm.BASE)).isNaN();
  }

  @Test
  void aBlockWithoutAValueHasNoRatio() {
    Series series =
        new Series(
            "ms",
            List.of(
                new Pair(2, 2, Arm.BASE),
                new Pair(-1, 1, Arm.BASE),
                new Pair(1, Double.NaN, Arm.BASE),
                new Pair(Double.POSITIVE_INFINITY, 1, Arm.BASE),
                new Pair(1, Double.POSITIVE_INFINITY, Arm.BASE)));
    assertThat(series.logRatios(0)).containsExactly(0);
    assertThat(series.without(Arm.BASE, 0)).isEqualTo(2);
    assertThat(series.without(Arm.HEAD, 0)).isEqualTo(2);
  }

  @Test
  void nothingInBothArmsIsNoChangeAndBesideSomethingItIsNoValue() {
    assertThat(logRatios(0, 0, 0)).containsExactly(0);
    assertThat(logRatios(0, 1, 1)).containsExactly(0);
    assertThat(logRatios(1, 0, 1)).containsExactly(0);
    assertThat(logRatios(1, 2, 5)).containsExactly(new double[] {Math.log(2)}, within(1e-12));
    assertThat(logRatios(0, 1, 0.9)).isEmpty();
    assertThat(logRatios(1, 0, 0.9)).isEmpty();
    Series lost = new Series("ms", List.of(new Pair(1, 0, Arm.BASE)));
    assertThat(lost.without(Arm.HEAD, 0.9)).isEqualTo(1);
    assertThat(lost.without(Arm.BASE, 0.9)).isZero();
    assertThat(lost.without(Arm.HEAD, 1)).isZero();
    assertThat(new Series("ms", List.of(new Pair(-1, -1, Arm.BASE))).without(Arm.HEAD, 9))
        .as("below 0 in both")
        .isEqualTo(1);
  }

  private static double[] logRatios(double base, double head, double negligible) {
    return new Series("ms", List.of(new Pair(base, head, Arm.BASE))).logRatios(negligible);
  }

  @Test
  void theFirstBlocksAreAtMostThoseThatAreThere() {
    assertThat(SERIES.first(1).pairs()).containsExactly(new Pair(1, 2, Arm.BASE));
    assertThat(SERIES.first(9)).isEqualTo(SERIES);
  }

  @Test
  void whatMayBeCalledTheOther() {
    assertThat(new Pair(5, 4, Arm.BASE).exchanged()).isEqualTo(new Pair(4, 5, Arm.HEAD));
    assertThat(SERIES.first(2).and(new Series("ms", SERIES.pairs().subList(2, 4))))
        .isEqualTo(SERIES);
  }
}
