package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class RatioIntervalTest {
  private static Sample of(double... values) {
    return new Sample(Arrays.stream(values).boxed().toList(), List.of());
  }

  private static Sample drawn(int n, Random random, int steps) {
    return of(DoubleStream.generate(() -> 100 + random.nextInt(steps)).limit(n).toArray());
  }

  @Test
  void containsOneExactlyIfTheTestFindsNothing() {
    Random random = new Random(1);
    for (int i = 0; i < 1_500; i++) {
      // Few distinct values make many ties, within a sample and across.
      int steps = i % 2 == 0 ? 6 : 100_000;
      Sample base = drawn(4 + random.nextInt(9), random, steps);
      Sample head = drawn(4 + random.nextInt(9), random, steps);
      Optional<Interval> interval = RatioInterval.of(base, head, 0.95);
      assertThat(interval.orElseThrow().contains(1))
          .as("%s over %s", head.values(), base.values())
          .isEqualTo(!RankTest.rejects(RankTest.pValue(base, head), 0.95));
    }
  }

  @Test
  void fourForksReachNinetySevenPercentBetweenTheirExtremes() {
    Interval interval = RatioInterval.of(of(1, 2, 3, 4), of(5, 6, 7, 8), 0.95).orElseThrow();
    assertThat(interval.confidence()).isCloseTo(1 - 2.0 / 70, within(1e-12));
    assertThat(interval.low()).isCloseTo(5 / 4.0, within(1e-9));
    assertThat(interval.high()).isCloseTo(8, within(1e-9));
    assertThat(RatioInterval.fewestForks(0.95)).isEqualTo(4);
    assertThat(RatioInterval.fewestForks(0.9)).isEqualTo(3);
  }

  @Test
  void aFrequentRatioDoesNotHideTheOthers() {
    Sample fives = of(5, 5, 5, 5);
    Sample tens = of(10, 10, 10, 10, 15);
    Interval slower = RatioInterval.of(fives, tens, 0.95).orElseThrow();
    assertThat(slower.low()).isCloseTo(2, within(1e-9));
    assertThat(slower.high()).isCloseTo(3, within(1e-9));
    Interval faster = RatioInterval.of(tens, fives, 0.95).orElseThrow();
    assertThat(faster.low()).isCloseTo(1 / 3.0, within(1e-9));
    assertThat(faster.high()).isCloseTo(1 / 2.0, within(1e-9));
  }

  @Test
  void theEstimateIsTheMedianOfAllRatios() {
    assertThat(RatioInterval.estimate(of(1, 2, 4), of(8))).isCloseTo(4, within(1e-12));
    assertThat(RatioInterval.estimate(of(1, 2), of(3, 8)))
        .isCloseTo(Math.sqrt(3 * 4), within(1e-12));
    assertThat(RatioInterval.estimate(of(0, 2), of(3, 8))).isNaN();
    assertThat(RatioInterval.estimate(of(), of(3, 8))).isNaN();
  }

  @Test
  void swappingTheSamplesInvertsTheInterval() {
    Random random = new Random(4);
    for (int n = 4; n < 25; n++) {
      Sample a = drawn(n, random, 100_000);
      Sample b = drawn(n + 1, random, 100_000);
      Interval ab = RatioInterval.of(a, b, 0.95).orElseThrow();
      Interval ba = RatioInterval.of(b, a, 0.95).orElseThrow();
      assertThat(ba.low()).isCloseTo(1 / ab.high(), within(1e-9));
      assertThat(ba.high()).isCloseTo(1 / ab.low(), within(1e-9));
      assertThat(ba.confidence()).isCloseTo(ab.confidence(), within(1e-9));
    }
  }

  @Test
  void coversTheFactorOfHeavyTailedForks() {
    Random random = new Random(1);
    int covered = 0;
    int simulations = 20_000;
    for (int i = 0; i < simulations; i++) {
      Interval interval =
          RatioInterval.of(heavyTailed(random, 1), heavyTailed(random, 1.7), 0.9).orElseThrow();
      covered += interval.contains(1.7) ? 1 : 0;
    }
    // Four standard errors of a proportion of 0.9.
    assertThat(covered / (double) simulations).isCloseTo(0.9, within(0.0085));
  }

  private static Sample heavyTailed(Random random, double factor) {
    return of(random.doubles(3).map(u -> factor / Math.sqrt(1 - u)).toArray());
  }

  @Test
  void pValuesWithTiesCountAllDivisions() {
    // Of the 20 divisions of 1 1 2 2 3 3, two have a rank sum no larger than that of {1 1 2}.
    assertThat(RankTest.pValue(of(1, 1, 2), of(2, 3, 3))).isCloseTo(0.2, within(1e-12));
    assertThat(RankTest.pValue(of(5, 5), of(5, 5, 5))).isEqualTo(1);
    assertThat(RankTest.pValue(of(1), of())).isNaN();
  }
}
