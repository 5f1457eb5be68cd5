package dev.sessionbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AllPairsIntervalTest {
  @Test
  void threeForksReachNinetyPercentAndFourNinetySeven() {
    assertThat(AllPairsInterval.confidence(3, 3)).isCloseTo(0.9, within(1e-12));
    assertThat(AllPairsInterval.confidence(4, 4)).isCloseTo(1 - 2.0 / 70, within(1e-12));
    assertThat(AllPairsInterval.of(of(1, 2), of(3, 4))).isEmpty();
    assertThat(AllPairsInterval.of(of(1, 2, 3), of(4, 5, 6)))
        .contains(new Interval(4 / 3.0, 6, 0.9));
  }

  @Test
  void itIsUndefinedWithoutPositiveValues() {
    assertThat(AllPairsInterval.of(of(0, 2, 3), of(4, 5, 6))).isEmpty();
    assertThat(AllPairsInterval.of(of(), of(4, 5, 6))).isEmpty();
  }

  @Test
  void itCoversTheFactorAsOftenAsItSays() {
    Random random = new Random(1);
    int covered = 0;
    int simulations = 20_000;
    for (int i = 0; i < simulations; i++) {
      Interval interval =
          AllPairsInterval.of(heavyTailed(random, 1), heavyTailed(random, 1.7)).orElseThrow();
      covered += interval.contains(1.7) ? 1 : 0;
    }
    // Four standard errors of a proportion of 0.9.
    assertThat(covered / (double) simulations).isCloseTo(0.9, within(0.0085));
  }

  private static Sample heavyTailed(Random random, double factor) {
    return new Sample(
        random.doubles(3).map(u -> factor / Math.sqrt(1 - u)).boxed().toList(), List.of());
  }

  private static Sample of(double... values) {
    return new Sample(java.util.Arrays.stream(values).boxed().toList(), List.of());
  }
}
