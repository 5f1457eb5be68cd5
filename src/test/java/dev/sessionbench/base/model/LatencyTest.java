package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sessionbench.base.model.Latency.LogNormalTime;
import dev.sessionbench.base.model.Latency.NormalTime;
import dev.sessionbench.base.model.Latency.ScaledTime;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.QuantileTime.Quantile;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the distributions against their formulas. The draws are seeded, so these tests are exact.
 */
class LatencyTest {
  private static final long MILLI = 1_000_000;
  private static final int DRAWS = 100_000;

  /** For the share of 100,000 draws below a quantile, 5 standard deviations are at most 0.008. */
  private static final double TOLERANCE = 0.008;

  private static final QuantileTime MEASURED =
      new QuantileTime(
          List.of(
              new Quantile(0, MILLI),
              new Quantile(0.5, 4 * MILLI),
              new Quantile(0.99, 20 * MILLI),
              new Quantile(1, 120 * MILLI)));

  static List<Latency> distributions() {
    return List.of(
        ServerTime.ofMillis(20, 10),
        new NormalTime(50 * MILLI, 5 * MILLI),
        new LogNormalTime(10 * MILLI, 0.5),
        MEASURED,
        new ScaledTime(MEASURED, 1.5));
  }

  @ParameterizedTest
  @MethodSource("distributions")
  void drawsDependOnlyOnTheirPosition(Latency time) {
    assertThat(draws(time, 1, 2)).isEqualTo(draws(time, 1, 2));
    assertThat(draws(time, 1, 2)).isNotEqualTo(draws(time, 2, 2)).isNotEqualTo(draws(time, 1, 3));
  }

  /** The means from the formulas, in milliseconds. */
  static List<Arguments> means() {
    double measured = 0.5 * (1 + 4) / 2 + 0.49 * (4 + 20) / 2 + 0.01 * (20 + 120) / 2;
    List<Double> means = List.of(24.5, 50.0, 10 * Math.exp(0.125), measured, 1.5 * measured);
    return IntStream.range(0, means.size())
        .mapToObj(i -> arguments(distributions().get(i), means.get(i)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("means")
  void drawsHaveTheMeanOfTheirFormula(Latency time, double meanMillis) {
    double mean = LongStream.of(draws(time, 3, 1)).average().orElseThrow();
    assertThat(mean / MILLI).isCloseTo(meanMillis, within(0.01 * meanMillis));
  }

  @Test
  void uniformDrawsAreEveryStepAboutEquallyOften() {
    long[] counts = new long[10];
    for (long nanos : draws(ServerTime.ofMillis(20, 10), 7, 0)) {
      assertThat(nanos % MILLI).isZero();
      counts[(int) (nanos / MILLI) - 20]++;
    }
    for (long count : counts) {
      // 100,000 draws over 10 values: 5 standard deviations are 475.
      assertThat(count).isBetween(9_525L, 10_475L);
    }
  }

  @Test
  void normalDrawsLieBelowItsQuantilesAsOftenAsTheyShould() {
    Latency time = new NormalTime(50 * MILLI, 5 * MILLI);
    // The standard normal distribution function at -2 to 2.
    double[] below = {0.022750, 0.158655, 0.5, 0.841345, 0.977250};
    for (int deviations = -2; deviations <= 2; deviations++) {
      long bound = (50 + 5L * deviations) * MILLI;
      assertThat(shareBelow(time, bound)).isCloseTo(below[deviations + 2], within(TOLERANCE));
    }
  }

  @Test
  void logNormalDrawsLieBelowItsQuantilesAsOftenAsTheyShould() {
    Latency time = new LogNormalTime(10 * MILLI, 0.5);
    assertThat(shareBelow(time, 10 * MILLI)).isCloseTo(0.5, within(TOLERANCE));
    assertThat(shareBelow(time, (long) (10 * MILLI * Math.exp(0.5))))
        .isCloseTo(0.841345, within(TOLERANCE));
    assertThat(shareBelow(time, (long) (10 * MILLI * Math.exp(-1))))
        .isCloseTo(0.022750, within(TOLERANCE));
  }

  @Test
  void quantileDrawsLieOnTheLinesBetweenThePoints() {
    assertThat(shareBelow(MEASURED, MILLI)).isZero();
    assertThat(shareBelow(MEASURED, 5 * MILLI / 2)).isCloseTo(0.25, within(TOLERANCE));
    assertThat(shareBelow(MEASURED, 4 * MILLI)).isCloseTo(0.5, within(TOLERANCE));
    assertThat(shareBelow(MEASURED, 12 * MILLI)).isCloseTo(0.745, within(TOLERANCE));
    assertThat(shareBelow(MEASURED, 20 * MILLI)).isCloseTo(0.99, within(TOLERANCE));
    assertThat(shareBelow(MEASURED, 70 * MILLI)).isCloseTo(0.995, within(TOLERANCE));
    assertThat(Arrays.stream(draws(MEASURED, 7, 7)).max().orElseThrow())
        .isGreaterThan(80 * MILLI)
        .isLessThanOrEqualTo(120 * MILLI);
  }

  @Test
  void drawsAboveTheCentreComeFromPositiveNormalNumbers() {
    for (long index = 0; index < 100; index++) {
      double normal = SeededDraws.gaussian(1, 2, index);
      long sum = new NormalTime(50 * MILLI, 5 * MILLI).drawNanos(1, 2, index, 1, 1);
      assertThat((sum - 50.0 * MILLI) / (5 * MILLI)).isCloseTo(normal, within(1e-6));
      long product = new LogNormalTime(10 * MILLI, 0.5).drawNanos(1, 2, index, 1, 1);
      assertThat(Math.log(product / (10.0 * MILLI)) / 0.5).isCloseTo(normal, within(1e-6));
    }
  }

  @Test
  void scaledDrawsAreMultipliedUpToAnHour() {
    Latency time = ServerTime.ofMillis(20, 10);
    for (long index = 0; index < 100; index++) {
      assertThat(new ScaledTime(time, 1.5).drawNanos(1, 2, index, 1, 1))
          .isEqualTo(time.drawNanos(1, 2, index, 1, 1) * 3 / 2);
    }
    assertThat(new ScaledTime(time, 1e9).drawNanos(1, 2, 3, 1, 1)).isEqualTo(Latency.MAX_NANOS);
  }

  @Test
  void drawsBeyondTheBoundsAreMovedToThem() {
    long[] wide = draws(new NormalTime(0, Latency.MAX_NANOS), 1, 1);
    assertThat(Arrays.stream(wide).min().orElseThrow()).isZero();
    assertThat(Arrays.stream(wide).max().orElseThrow()).isEqualTo(Latency.MAX_NANOS);
    assertThat(draws(new LogNormalTime(Latency.MAX_NANOS, 5), 1, 1)).contains(Latency.MAX_NANOS);
  }

  @Test
  void withoutSpreadEveryDrawIsTheMiddle() {
    assertThat(ServerTime.NONE.drawNanos(1, 1, 1, 1, 1)).isZero();
    assertThat(ServerTime.fixed(Duration.ofNanos(7)).drawNanos(1, 1, 1, 1, 1)).isEqualTo(7);
    assertThat(ServerTime.ofMillis(5, 0).drawNanos(1, 1, 1, 1, 1)).isEqualTo(5 * MILLI);
    assertThat(ServerTime.of(3, 7, 7).drawNanos(1, 1, 1, 1, 1)).isEqualTo(3);
    assertThat(new NormalTime(7, 0).drawNanos(1, 1, 1, 1, 1)).isEqualTo(7);
    assertThat(new LogNormalTime(7, 0).drawNanos(1, 1, 1, 1, 1)).isEqualTo(7);
    assertThat(
            new QuantileTime(List.of(new Quantile(0, 7), new Quantile(1, 7)))
                .drawNanos(1, 1, 1, 1, 1))
        .isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void rejectsInvalidScaleFactors(double factor) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScaledTime(ServerTime.NONE, factor))
        .withMessage("factor " + factor + ": must be above 0");
  }

  @Test
  void acceptsValuesOnTheBounds() {
    assertThat(new NormalTime(Latency.MAX_NANOS, 0).drawNanos(1, 1, 1, 1, 1))
        .isEqualTo(3_600_000_000_000L);
    assertThat(new LogNormalTime(0, 5).drawNanos(1, 1, 1, 1, 1)).isZero();
    List<Quantile> flat = List.of(new Quantile(0, 3), new Quantile(1, 3));
    assertThat(new QuantileTime(flat).drawNanos(1, 1, 1, 1, 1)).isEqualTo(3);
    assertThat(new ServerTime(5, 5, 1).drawNanos(1, 1, 1, 1, 1)).isEqualTo(5);
  }

  @Test
  void refusesTwoTimesOfOneProbability() {
    List<Quantile> twice = List.of(new Quantile(0, 1), new Quantile(0, 2), new Quantile(1, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new QuantileTime(twice))
        .withMessage("the quantiles must rise: 0.0 of 2 ns comes after 0.0 of 1 ns");
  }

  @Test
  void rejectsInvalidParts() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ServerTime(1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ServerTime(0, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new ServerTime(0, 15, 10));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new QuantileTime(List.of(new Quantile(0, 1))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new QuantileTime(List.of(new Quantile(0, 2), new Quantile(1, 1))));
  }

  private static double shareBelow(Latency time, long bound) {
    return Arrays.stream(draws(time, 11, 5)).filter(nanos -> nanos < bound).count()
        / (double) DRAWS;
  }

  private static long[] draws(Latency time, long seed, long stream) {
    return LongStream.range(0, DRAWS).map(i -> time.drawNanos(seed, stream, i, 1, 1)).toArray();
  }
}
