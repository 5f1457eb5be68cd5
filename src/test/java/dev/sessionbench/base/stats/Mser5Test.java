package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Mser5Test {
  private static double[] series(int n, int from, double before, double noise, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, n)
        .mapToDouble(i -> (i < from ? before : 100) + noise * random.nextGaussian())
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 20, 45})
  void cutsOffAStepExactlyWithoutNoise(int from) {
    double[] series = series(100, from, 10, 0, 1);
    assertThat(Mser5.earliestCut(series)).hasValue(from);
  }

  @Test
  void findsAStepInNoiseWithinOneBatch() {
    for (int seed = 1; seed <= 100; seed++) {
      assertThat(Mser5.earliestCut(series(150, 50, 50, 5, seed)).orElseThrow()).isBetween(50, 75);
    }
  }

  @Test
  void cutsMatchThePublishedFormula() {
    // Calculated by hand from the means of fives: 9 9 1 1 1 1 1 1 1 2, then cuts 0 to 4.
    double[] series =
        Arrays.stream(new double[] {9, 9, 1, 1, 1, 1, 1, 1, 1, 2})
            .flatMap(mean -> IntStream.range(0, 5).mapToDouble(i -> mean))
            .toArray();
    // Errors of cuts 2, 3, 4: 0.875/64, 0.857/49, 0.833/36; those of 0 and 1 are far larger.
    assertThat(Mser5.earliestCut(series)).hasValue(10);
  }

  @Test
  void noCutWithoutValues() {
    double[] series = series(100, 0, 0, 0, 1);
    Arrays.fill(series, 0, 20, Double.NaN);
    assertThat(Mser5.earliestCut(series)).hasValue(20);
    Arrays.fill(series, Double.NaN);
    assertThat(Mser5.earliestCut(series)).isEmpty();
  }

  @Test
  void largeValuesLoseNoDigits() {
    double[] series = series(100, 20, 101, 0, 1);
    double[] far = Arrays.stream(series).map(v -> v + 1e12).toArray();
    assertThat(Mser5.earliestCut(far)).isEqualTo(Mser5.earliestCut(series));
  }

  @Test
  void needsFiftyValues() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Mser5.earliestCut(new double[49]))
        .withMessage("49 values: must be at least 50 for MSER-5");
  }
}
