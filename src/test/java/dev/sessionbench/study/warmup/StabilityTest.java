package dev.sessionbench.study.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.study.warmup.Round.Stability;
import dev.sessionbench.study.warmup.Round.Stability.Verdict;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StabilityTest {
  private static final double WINDOW = 0.25;

  private static List<Double> series(IntToDoubleFunction value, double noise, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, 144)
        .mapToObj(i -> value.applyAsDouble(i) * (1 + noise * random.nextGaussian()))
        .toList();
  }

  private static Stability of(IntToDoubleFunction rate, IntToDoubleFunction p99) {
    return Stability.of(series(rate, 0, 1), series(p99, 0, 2), WINDOW);
  }

  @Test
  void takesTheLaterOfRateAndLatency() {
    Stability stability = of(i -> i < 20 ? 100 : 900, i -> i < 40 ? 900 : 50);
    assertThat(stability.rateSeconds()).isEqualTo(5);
    assertThat(stability.p99Seconds()).isEqualTo(10);
    assertThat(stability.seconds()).isEqualTo(10);
  }

  @Test
  void aFlatRateDoesNotHideAFallingLatency() {
    Stability stability = of(i -> 900, i -> i < 40 ? 900 : 50);
    assertThat(stability.rateSeconds()).isZero();
    assertThat(stability.seconds()).isEqualTo(10);
  }

  @Test
  void aRisingSeriesIsNotSteady() {
    assertThat(of(i -> 100 + 10 * i, i -> 50).seconds()).isNaN();
    assertThat(of(i -> 900, i -> 50 + 2 * i).seconds()).isNaN();
  }

  @Test
  void aSeriesThatBecomesRestlessIsNotSteady() {
    assertThat(of(i -> 900, i -> i > 110 ? 500 : 50).seconds()).isNaN();
  }

  @Test
  void aFlatRoundIsSteadyForEverySeed() {
    for (int seed = 1; seed <= 200; seed++) {
      Stability stability =
          Stability.of(series(i -> 900, 0.08, seed), series(i -> 50, 0.1, seed + 1_000L), WINDOW);
      assertThat(stability.seconds()).as("seed %s", seed).isBetween(0.0, 18.0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "10, 10, RIGHT",
    "8.75, 10, RIGHT",
    "8.74, 10, EARLY",
    "12.5, 10, RIGHT",
    "12.51, 10, LATE",
    "NaN, 10, MISSED",
    "NaN, NaN, RIGHT",
    "3, NaN, EARLY"
  })
  void aClientIsRightWithinABatchBeforeAndTwoAfter(double said, double truth, Verdict verdict) {
    assertThat(Verdict.of(said, truth, WINDOW)).isEqualTo(verdict);
  }
}
