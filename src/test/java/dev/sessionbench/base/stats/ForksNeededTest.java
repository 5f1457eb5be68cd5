package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.stats.RatioInterval.ForksNeeded;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForksNeededTest {
  private static final int SIMULATIONS = 300;
  private static final double EFFECT = 1.04;

  private static Interval about(double ratio, double factor) {
    return new Interval(ratio / factor, ratio * factor, 0.95);
  }

  @Test
  void intervalAsWideAsTheEffectNeedsTwiceTheForks() {
    // ((1.960 + 0.842) / 1.960)^2 = 2.044 times 20 forks are 41.
    assertThat(ForksNeeded.more(20, about(1.1, 1.1), 1.1)).isEqualTo(21);
  }

  @Test
  void theObservedRatioDoesNotMatter() {
    assertThat(ForksNeeded.more(20, about(1, 1.1), 1.1))
        .isEqualTo(ForksNeeded.more(20, about(1.3, 1.1), 1.1));
  }

  @Test
  void sameWidthAtMoreConfidenceNeedsFewerForks() {
    Interval sure = new Interval(1 / 1.1, 1.1, 0.99);
    assertThat(ForksNeeded.more(20, sure, 1.1))
        .isLessThan(ForksNeeded.more(20, about(1, 1.1), 1.1));
  }

  @Test
  void twiceTheWidthNeedsFourTimesTheForks() {
    long once = ForksNeeded.more(1_000, about(1, 1.1), 1.1) + 1_000;
    long twice = ForksNeeded.more(1_000, about(1, 1.1 * 1.1), 1.1) + 1_000;
    assertThat(twice).isBetween(4 * once - 4, 4 * once);
  }

  @Test
  void fasterAndSlowerNeedTheSameForks() {
    assertThat(ForksNeeded.more(10, about(1, 1.08), 1 / 1.05))
        .isEqualTo(ForksNeeded.more(10, about(1, 1.08), 1.05));
  }

  @Test
  void forksFallWithTheEffectAndRiseWithTheWidth() {
    long last = Long.MAX_VALUE;
    for (double ratio = 1.001; ratio < 1.3; ratio += 0.001) {
      long more = ForksNeeded.more(10, about(1, 1.08), ratio);
      assertThat(more).isBetween(0L, last);
      last = more;
    }
    assertThat(last).isZero();
    last = 0;
    for (double width = 1; width < 1.3; width += 0.001) {
      long more = ForksNeeded.more(10, about(1, width), 1.05);
      assertThat(more).isGreaterThanOrEqualTo(last);
      last = more;
    }
  }

  /**
   * Forks differ by 5 %, and the candidate is truly 4 % slower. The recommended number of forks, at
   * its median over many repetitions, must find that difference in about four of five runs.
   */
  @ParameterizedTest
  @CsvSource({"10", "20"})
  void theRecommendedForksFindFourOfFiveDifferences(int forks) {
    SplittableRandom random = SimulatedForks.NORMAL.stream(forks, 3);
    List<Long> said =
        java.util.stream.IntStream.range(0, SIMULATIONS)
            .mapToObj(i -> needed(forks, random))
            .sorted()
            .toList();
    int total = (int) (forks + said.get(SIMULATIONS / 2));
    int found = 0;
    for (int i = 0; i < SIMULATIONS; i++) {
      found += interval(total, random).filter(interval -> interval.low() > 1).isPresent() ? 1 : 0;
    }
    assertThat(found / (double) SIMULATIONS).as("%s forks", total).isBetween(0.7, 0.92);
  }

  /** The recommended number of additional forks. */
  private static long needed(int forks, SplittableRandom random) {
    Interval interval = interval(forks, random).orElseThrow();
    return ForksNeeded.more(forks, interval, EFFECT);
  }

  private static Optional<Interval> interval(int forks, SplittableRandom random) {
    Sample base = SimulatedForks.NORMAL.draw(forks, random);
    Sample head = SimulatedForks.NORMAL.draw(forks, random);
    List<Double> slower = head.values().stream().map(v -> v * EFFECT).toList();
    return RatioInterval.of(base, new Sample(slower, List.of()), 0.95);
  }
}
