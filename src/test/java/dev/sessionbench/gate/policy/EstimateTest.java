package dev.sessionbench.gate.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.policy.Estimate.Values;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Simulates what the estimates make of equal sides that take turns, A B, B A. */
class EstimateTest {
  private static final int BLOCKS = 20_000;

  /** The time of the iteration in a place of a block's order of turns. */
  private interface Machine {
    double[] times(int turns, Random random);
  }

  /** What disturbs adds up to a tenth to one iteration in three, as in results/noise. */
  private static double[] pauses(int turns, Random random) {
    return random
        .doubles(turns)
        .map(u -> 1 + 0.002 * random.nextGaussian() + (u < 1 / 3.0 ? 0.1 * random.nextDouble() : 0))
        .toArray();
  }

  /** From some turn on, everything takes up to a sixth longer. */
  private static double[] slowSpell(int turns, Random random) {
    double[] times = new double[turns];
    int from = random.nextInt(turns + 1);
    double slow = 1 + random.nextDouble() / 6;
    for (int i = 0; i < turns; i++) {
      times[i] = (i < from ? 1 : slow) * (1 + 0.005 * random.nextGaussian());
    }
    return times;
  }

  private static double logRatio(Estimate estimate, double[] turns) {
    double[] base = new double[turns.length / 2];
    double[] head = new double[turns.length / 2];
    for (int i = 0; i < base.length; i++) {
      base[i] = turns[2 * i + i % 2];
      head[i] = turns[2 * i + 1 - i % 2];
    }
    Values values = estimate.of(base, head);
    return Math.log(values.head() / values.base());
  }

  /** The standard deviation of a block's log-ratio by each estimate. */
  private static Map<Estimate, Double> noise(Machine machine, int iterations) {
    Map<Estimate, Double> noise = new EnumMap<>(Estimate.class);
    for (Estimate estimate : Estimate.values()) {
      Random random = new Random(iterations);
      double squares = 0;
      for (int block = 0; block < BLOCKS; block++) {
        double ratio = logRatio(estimate, machine.times(2 * iterations, random));
        squares += ratio * ratio;
      }
      noise.put(estimate, Math.sqrt(squares / BLOCKS));
    }
    return noise;
  }

  private static double of(Map<Estimate, Double> noise, Estimate estimate) {
    return noise.getOrDefault(estimate, Double.NaN);
  }

  @Test
  void minimumIsQuietestAmongPauses() {
    for (int iterations = 2; iterations <= 5; iterations++) {
      Map<Estimate, Double> noise = noise(EstimateTest::pauses, iterations);
      assertThat(of(noise, Estimate.MINIMUM))
          .as("%d iterations: %s", iterations, noise)
          .isLessThan(0.8 * of(noise, Estimate.MEDIAN))
          .isLessThan(0.8 * of(noise, Estimate.NEIGHBOURS));
    }
  }

  @Test
  void neighboursAreQuieterThanMediansInASlowSpell() {
    for (int iterations = 3; iterations <= 5; iterations++) {
      Map<Estimate, Double> noise = noise(EstimateTest::slowSpell, iterations);
      assertThat(of(noise, Estimate.NEIGHBOURS))
          .as("%d iterations: %s", iterations, noise)
          .isLessThan(0.5 * of(noise, Estimate.MEDIAN));
    }
  }

  @Test
  void everyEstimateFindsAChangeOfAllIterations() {
    double[] base = {100, 103, 101, 150};
    double[] head = Arrays.stream(base).map(time -> 1.05 * time).toArray();
    for (Estimate estimate : Estimate.values()) {
      Values values = estimate.of(base, head);
      assertThat(values.head() / values.base()).isBetween(1.0499, 1.0501);
    }
  }

  @Test
  void onlyTheMinimumMissesAChangeInFewIterations() {
    double[] base = {10, 10, 10};
    assertThat(Estimate.MINIMUM.of(base, new double[] {10, 40, 40}).head()).isEqualTo(10);
    assertThat(Estimate.MEDIAN.of(base, new double[] {10, 40, 40}).head()).isEqualTo(40);
    assertThat(Estimate.MEAN.of(base, new double[] {10, 40, 40}).head()).isEqualTo(30);
    Values neighbours = Estimate.NEIGHBOURS.of(base, new double[] {10, 40, 40});
    // The middle of the means of all pairs of 1, 4 and 4, in logarithms.
    assertThat(neighbours.head() / neighbours.base()).isBetween(2.828, 2.829);
  }

  /** A time that is read in ticks of 10, as CPU time is in ms. */
  private static double ticks(double time) {
    return 10 * Math.rint(time / 10);
  }

  @Test
  void onlyTheMeanSeesAChangeBelowOneTick() {
    double[] base = new double[24];
    double[] head = new double[base.length];
    Random random = new Random(1);
    for (int i = 0; i < base.length; i++) {
      base[i] = ticks(128 * (1 + 0.02 * random.nextGaussian()));
      head[i] = ticks(1.02 * 128 * (1 + 0.02 * random.nextGaussian()));
    }
    Values mean = Estimate.MEAN.of(base, head);
    assertThat(mean.head() / mean.base()).isBetween(1.01, 1.03);
    for (Estimate blind : List.of(Estimate.MEDIAN, Estimate.NEIGHBOURS)) {
      Values values = blind.of(base, head);
      assertThat(values.head() / values.base()).as("%s", blind).isBetween(0.999, 1.001);
    }
  }

  @Test
  void missingValueIsNotHiddenAndZeroIsComparedByItself() {
    double[] some = {5, 6};
    for (Estimate estimate : Estimate.values()) {
      assertThat(estimate.of(some, new double[] {Double.NaN}).head()).isNaN();
      assertThat(estimate.of(new double[] {0, 0}, some).base()).isZero();
    }
  }
}
