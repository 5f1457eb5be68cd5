package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeometricMeanTest {
  @Test
  void doublingAndHalvingCancelOut() {
    assertThat(Comparison.mean(2, 0.5).orElseThrow()).isCloseTo(1, within(1e-12));
    assertThat(Comparison.mean(1, 4, 16).orElseThrow()).isCloseTo(4, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void invalidRatiosHaveNoMean(double value) {
    assertThat(Comparison.mean(2, value)).isEmpty();
    assertThat(Comparison.mean()).isEmpty();
  }
}
