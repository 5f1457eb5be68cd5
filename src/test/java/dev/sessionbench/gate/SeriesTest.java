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
              new Pair(1, 2, Side.BASELINE),
              new Pair(Double.NaN, 8, Side.BASELINE),
              new Pair(5, 4, Side.BASELINE),
              new Pair(3, 6, Side.BASELINE)));

  @Test
  void medianIsOfTheFiniteValuesOfOneSide() {
    assertThat(SERIES.median(Side.BASELINE)).isEqualTo(3);
    assertThat(SERIES.median(Side.CANDIDATE)).isEqualTo(5);
    assertThat(SERIES.first(0).median(Side.BASELINE)).isNaN();
  }

  @Test
  void blockWithoutAValueHasNoRatio() {
    Series series =
        new Series(
            "ms",
            List.of(
                new Pair(2, 2, Side.BASELINE),
                new Pair(-1, 1, Side.BASELINE),
                new Pair(1, Double.NaN, Side.BASELINE),
                new Pair(Double.POSITIVE_INFINITY, 1, Side.BASELINE),
                new Pair(1, Double.POSITIVE_INFINITY, Side.BASELINE)));
    assertThat(series.logRatios(0)).containsExactly(0);
    assertThat(series.without(Side.BASELINE, 0)).isEqualTo(2);
    assertThat(series.without(Side.CANDIDATE, 0)).isEqualTo(2);
  }

  @Test
  void zeroOnBothSidesIsNoChangeAndZeroOnOneSideIsNoValue() {
    assertThat(logRatios(0, 0, 0)).containsExactly(0);
    assertThat(logRatios(0, 1, 1)).containsExactly(0);
    assertThat(logRatios(1, 0, 1)).containsExactly(0);
    assertThat(logRatios(1, 2, 5)).containsExactly(new double[] {Math.log(2)}, within(1e-12));
    assertThat(logRatios(0, 1, 0.9)).isEmpty();
    assertThat(logRatios(1, 0, 0.9)).isEmpty();
    Series lost = new Series("ms", List.of(new Pair(1, 0, Side.BASELINE)));
    assertThat(lost.without(Side.CANDIDATE, 0.9)).isEqualTo(1);
    assertThat(lost.without(Side.BASELINE, 0.9)).isZero();
    assertThat(lost.without(Side.CANDIDATE, 1)).isZero();
    assertThat(
            new Series("ms", List.of(new Pair(-1, -1, Side.BASELINE))).without(Side.CANDIDATE, 9))
        .as("below 0 in both")
        .isEqualTo(1);
  }

  private static double[] logRatios(double base, double head, double negligible) {
    return new Series("ms", List.of(new Pair(base, head, Side.BASELINE))).logRatios(negligible);
  }

  @Test
  void firstReturnsAtMostTheExistingBlocks() {
    assertThat(SERIES.first(1).pairs()).containsExactly(new Pair(1, 2, Side.BASELINE));
    assertThat(SERIES.first(9)).isEqualTo(SERIES);
  }

  @Test
  void exchangesBaselineAndCandidate() {
    assertThat(new Pair(5, 4, Side.BASELINE).exchanged()).isEqualTo(new Pair(4, 5, Side.CANDIDATE));
    assertThat(SERIES.first(2).and(new Series("ms", SERIES.pairs().subList(2, 4))))
        .isEqualTo(SERIES);
  }
}
