package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {
  @Test
  void reducesEachForkToItsMedian() {
    Sample sample =
        Sample.ofForks(
            List.of(List.of(1.0, 100.0, 3.0), List.of(4.0, 6.0), List.of(9.0), List.of(7.0)));
    assertThat(sample.values()).containsExactly(3.0, 5.0, 9.0, 7.0);
    assertThat(sample.median()).isEqualTo(6);
    assertThat(sample.mean()).isEqualTo(6);
    assertThat(sample.min()).isEqualTo(3);
    assertThat(sample.max()).isEqualTo(9);
    assertThat(sample.n()).isEqualTo(4);
    assertThat(sample.warnings()).isEmpty();
  }

  @Test
  void leavesOutForksWithoutAValueAndWarns() {
    Sample sample = Sample.ofForks(List.of(List.of(1.0), List.of(), List.of(Double.NaN)));
    assertThat(sample.n()).isEqualTo(1);
    assertThat(sample.warnings()).hasSize(2).first().asString().startsWith("2 of 3 forks");
  }

  @Test
  void leavesOutIterationsWithoutANumber() {
    Sample sample =
        Sample.ofForks(
            List.of(List.of(Double.POSITIVE_INFINITY, 3.0, Double.NaN, 1.0), List.of(7.0)));
    assertThat(sample.values()).containsExactly(2.0, 7.0);
  }

  @Test
  void ofIterationsKeepsEachNumber() {
    Sample sample = Sample.ofIterations(List.of(List.of(16.0, 16.0, 17.0), List.of(Double.NaN)));
    assertThat(sample.values()).containsExactly(16.0, 16.0, 17.0);
    assertThat(sample.warnings()).isEmpty();
  }

  @Test
  void warnsOfFewerThanThreeForks() {
    assertThat(Sample.ofForks(List.of(List.of(1.0), List.of(2.0))).warnings())
        .containsExactly("Fewer than 3 forks: the spread says little about repeatability.");
    assertThat(Sample.ofForks(List.of(List.of(1.0), List.of(2.0), List.of(3.0))).warnings())
        .isEmpty();
  }

  @Test
  void theMedianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle() {
    double[] values = {9, 1, 2, 4};
    assertThat(Sample.median(values)).isEqualTo(3);
    assertThat(values).containsExactly(9, 1, 2, 4);
    assertThat(Sample.median(new double[] {7, 1, 3})).isEqualTo(3);
    assertThat(Sample.median(new double[0])).isNaN();
  }

  @Test
  void anEmptySampleHasNoMiddleAndNoEnds() {
    Sample empty = Sample.ofForks(List.of());
    assertThat(empty.median()).isNaN();
    assertThat(empty.mean()).isNaN();
    assertThat(empty.min()).isNaN();
    assertThat(empty.max()).isNaN();
  }

  @Test
  void deviationDividesByNMinusOneAndNeedsTwoValues() {
    assertThat(Sample.of(2, 4, 4, 4, 5, 5, 7, 9).deviation())
        .isCloseTo(Math.sqrt(32.0 / 7), within(1e-12));
    assertThat(Sample.of(3, 3).deviation()).isZero();
    assertThat(Sample.of(3).deviation()).isNaN();
    assertThat(Sample.of().deviation()).isNaN();
  }
}
