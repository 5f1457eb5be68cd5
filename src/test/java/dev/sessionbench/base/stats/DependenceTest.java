package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.Metric;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DependenceTest {
  private static final int SIMULATIONS = 2_000;

  private static boolean warns(DoubleStream forks) {
    return warns(forks.mapToObj(List::of).toList());
  }

  private static boolean warns(List<List<Double>> raw) {
    Metric metric = new Metric(0, 0, List.of(), Map.of(), "ms/op", raw);
    return Dependence.warning(metric.rawData(), Sample.ofForks(metric.rawData())).isPresent();
  }

  /** The share of simulated samples with a warning; each value may depend on the previous one. */
  private static double share(int n, DoubleUnaryOperator before) {
    SplittableRandom random = new SplittableRandom(n);
    int warned = 0;
    for (int i = 0; i < SIMULATIONS; i++) {
      double[] values = new double[n];
      for (int j = 0; j < n; j++) {
        values[j] = before.applyAsDouble(j == 0 ? 0 : values[j - 1]) + random.nextGaussian();
      }
      warned += warns(DoubleStream.of(values)) ? 1 : 0;
    }
    return (double) warned / SIMULATIONS;
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20, 40})
  void warnsRarelyOfIndependentForks(int n) {
    assertThat(share(n, before -> 0)).isBetween(0.001, 0.01);
  }

  @Test
  void findsDependentForksMoreOftenInLargerSamples() {
    assertThat(share(10, before -> 0.9 * before)).isBetween(0.1, 0.2);
    assertThat(share(20, before -> 0.9 * before)).isBetween(0.6, 0.8);
    assertThat(share(40, before -> 0.9 * before)).isGreaterThan(0.97);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 12, 30})
  void findsASteadyRiseOrFall(int n) {
    assertThat(warns(DoubleStream.iterate(1, v -> v + 1).limit(n))).isTrue();
    assertThat(warns(DoubleStream.iterate(-1, v -> v - 1).limit(n))).isTrue();
  }

  @Test
  void findsANewLevelHalfwayButNoAlternation() {
    assertThat(warns(DoubleStream.of(1, 3, 2, 5, 4, 6, 11, 13, 12, 15, 14, 16))).isTrue();
    assertThat(warns(DoubleStream.iterate(1, v -> -v).limit(20))).isFalse();
  }

  /** The bound on von Neumann's ratio of ranks, times their squared deviations: 41.4 for 10. */
  @Test
  void theLimitIsThatOfBartels() {
    assertThat(warns(DoubleStream.of(1, 5, 3, 2, 4, 7, 6, 8, 9, 10))).isTrue();
    assertThat(warns(DoubleStream.of(4, 1, 3, 2, 5, 6, 8, 9, 7, 10))).isFalse();
    // 592.6 for 20.
    assertThat(
            warns(
                DoubleStream.of(
                    1, 2, 3, 8, 5, 6, 15, 4, 9, 10, 11, 12, 13, 20, 7, 16, 14, 18, 19, 17)))
        .isTrue();
    assertThat(
            warns(
                DoubleStream.of(
                    1, 3, 14, 4, 13, 6, 7, 8, 9, 10, 11, 12, 5, 2, 15, 16, 17, 18, 19, 20)))
        .isFalse();
  }

  @Test
  void doesNotWarnOfEqualValuesOrFewForks() {
    assertThat(warns(DoubleStream.generate(() -> 7).limit(20))).isFalse();
    assertThat(warns(DoubleStream.iterate(1, v -> v + 1).limit(9))).isFalse();
  }

  @Test
  void warnsOfIterationsOfOneFork() {
    assertThat(warns(List.of(List.of(1.0, 2.0, 3.0)))).isTrue();
    assertThat(warns(List.of(List.of(1.0)))).isFalse();
    assertThat(warns(Stream.of(1.0, 2.0).map(v -> List.of(v, v + 1)).toList())).isFalse();
  }
}
