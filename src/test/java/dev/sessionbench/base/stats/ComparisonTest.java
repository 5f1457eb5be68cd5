package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.stats.Comparison.Direction;
import dev.sessionbench.base.stats.Comparison.Verdict;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
  private static final Sample NONE = of();
  private static final Sample FAST = of(10, 11, 12, 13);
  private static final Sample SLOW = of(20, 22, 24, 26);

  private static Sample of(double... values) {
    return new Sample(Arrays.stream(values).boxed().toList(), List.of());
  }

  private static Comparison times(Sample base, Sample head) {
    return Comparison.measured(base, head, Direction.LOWER_IS_BETTER);
  }

  private static Comparison counts(Sample base, Sample head) {
    return Comparison.exact(base, head, Direction.LOWER_IS_BETTER);
  }

  @Test
  void separateSamplesAreBetterOrWorseByDirection() {
    assertThat(times(FAST, SLOW).verdict()).isEqualTo(Verdict.WORSE);
    assertThat(times(SLOW, FAST).verdict()).isEqualTo(Verdict.BETTER);
    assertThat(Comparison.measured(FAST, SLOW, Direction.HIGHER_IS_BETTER).verdict())
        .isEqualTo(Verdict.BETTER);
    assertThat(Comparison.measured(SLOW, FAST, Direction.HIGHER_IS_BETTER).verdict())
        .isEqualTo(Verdict.WORSE);
  }

  @Test
  void measuredRatiosHaveAnEstimateAnIntervalAndATest() {
    Comparison found = times(FAST, SLOW);
    assertThat(found.ratio()).isEqualTo(RatioInterval.estimate(FAST, SLOW)).isBetween(1.9, 2.1);
    assertThat(found.interval()).isEqualTo(RatioInterval.of(FAST, SLOW, 0.95)).isPresent();
    assertThat(found.pValue()).isCloseTo(2 / 70.0, within(1e-12));
  }

  @Test
  void overlappingSamplesShowNoDifference() {
    assertThat(times(FAST, of(9, 12.5, 11.5, 14)).verdict()).isEqualTo(Verdict.NOT_FOUND);
  }

  @Test
  void threeForksAreTooFewAtAnyDistance() {
    Comparison found = times(of(1, 2, 3), of(100, 200, 300));
    assertThat(found.verdict()).isEqualTo(Verdict.TOO_FEW);
    assertThat(found.interval()).isEmpty();
  }

  @Test
  void timesOfZeroAreComparedByTheirMedians() {
    Sample zeros = of(0, 0, 0, 0, 0);
    assertThat(times(of(1, 2, 3, 4, 5), zeros).verdict()).isEqualTo(Verdict.BETTER);
    assertThat(times(of(1, 2, 3, 4, 5), zeros).ratio()).isZero();
    assertThat(times(zeros, of(1, 2, 3, 4, 5)).verdict()).isEqualTo(Verdict.WORSE);
    assertThat(times(zeros, of(1, 2, 3, 4, 5)).ratio()).isNaN();
  }

  @Test
  void differentRanksWithEqualMediansHaveNoDirection() {
    Comparison found = times(of(0, 0, 0, 0, 5, 5, 5, 5, 5), of(5, 5, 5, 5, 5, 9, 9, 9, 9));
    assertThat(found.pValue()).isLessThan(0.05);
    assertThat(found.verdict()).isEqualTo(Verdict.NOT_FOUND);
    assertThat(found.ratio()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"16, 16, EQUAL, 1", "16, 8, BETTER, 0.5", "16, 24, WORSE, 1.5", "0, 0, EQUAL, 1"})
  void anyDifferenceOfACountCounts(double base, double head, Verdict verdict, double ratio) {
    Comparison found = counts(of(base), of(head));
    assertThat(found.verdict()).isEqualTo(verdict);
    assertThat(found.ratio()).isEqualTo(ratio);
    assertThat(found.interval()).isEmpty();
    assertThat(found.pValue()).isNaN();
  }

  @Test
  void countsWithABaselineOfZeroHaveNoRatio() {
    assertThat(counts(of(0), of(3)).ratio()).isNaN();
    assertThat(counts(of(0), of(3)).verdict()).isEqualTo(Verdict.WORSE);
    assertThat(counts(of(3), of(0)).ratio()).isZero();
  }

  @Test
  void withoutASampleThereIsNothingToCompare() {
    for (Sample other : List.of(NONE, of(1))) {
      assertThat(counts(NONE, other).verdict()).isEqualTo(Verdict.TOO_FEW);
      assertThat(counts(other, NONE).verdict()).isEqualTo(Verdict.TOO_FEW);
      assertThat(counts(NONE, other).ratio()).isNaN();
      assertThat(times(NONE, other).verdict()).isEqualTo(Verdict.TOO_FEW);
      assertThat(times(NONE, other).ratio()).isNaN();
      assertThat(times(NONE, other).pValue()).isNaN();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ops/ms, HIGHER_IS_BETTER",
    "operations/s, HIGHER_IS_BETTER",
    "ms/op, LOWER_IS_BETTER",
    "OPS/s, HIGHER_IS_BETTER",
    "'#', LOWER_IS_BETTER"
  })
  void throughputIsBetterIfHigher(String unit, Direction direction) {
    assertThat(Direction.of(unit)).isEqualTo(direction);
  }

  @ParameterizedTest
  @CsvSource({"LOWER_IS_BETTER, 1, 2", "HIGHER_IS_BETTER, 2, 1"})
  void equalValuesAreNotBetter(Direction direction, double good, double bad) {
    assertThat(direction.better(good, bad)).isTrue();
    assertThat(direction.better(bad, good)).isFalse();
    assertThat(direction.better(good, good)).isFalse();
  }
}
