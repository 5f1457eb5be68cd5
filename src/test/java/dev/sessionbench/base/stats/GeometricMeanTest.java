package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.stats.Comparison.GeometricMean;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeometricMeanTest {
  @Test
  void doublingAndHalvingCancelOut() {
    assertThat(GeometricMean.of(List.of(2.0, 0.5)).orElseThrow()).isCloseTo(1, within(1e-12));
    assertThat(GeometricMean.of(List.of(1.0, 4.0, 16.0)).orElseThrow()).isCloseTo(4, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void invalidRatiosHaveNoMean(double value) {
    assertThat(GeometricMean.of(List.of(2.0, value))).isEmpty();
    assertThat(GeometricMean.of(List.of())).isEmpty();
  }
}
