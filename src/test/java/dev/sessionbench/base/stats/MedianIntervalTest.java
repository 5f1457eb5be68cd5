package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class MedianIntervalTest {
  private static Sample upTo(int n) {
    return new Sample(DoubleStream.iterate(1, i -> i + 1).limit(n).boxed().toList(), List.of());
  }

  @Test
  void sixForksAreTheFewestThatAllowNinetyFivePercent() {
    assertThat(MedianInterval.fewestForks(0.95)).isEqualTo(6);
    assertThat(MedianInterval.of(upTo(5), 0.95)).isEmpty();
  }

  @Test
  void sixForksGiveTheRangeWithItsExactCoverage() {
    Interval interval = MedianInterval.of(upTo(6), 0.95).orElseThrow();
    assertThat(interval.low()).isEqualTo(1);
    assertThat(interval.high()).isEqualTo(6);
    assertThat(interval.confidence()).isCloseTo(1 - 2 / 64.0, within(1e-12));
  }

  @Test
  void twentyForksGiveTheSixthFromEitherEnd() {
    Interval interval = MedianInterval.of(upTo(20), 0.95).orElseThrow();
    assertThat(interval.low()).isEqualTo(6);
    assertThat(interval.high()).isEqualTo(15);
    assertThat(interval.confidence()).isCloseTo(0.9586, within(1e-4));
  }

  @Test
  void coverageReachesTheConfidenceAndEndsAreSymmetric() {
    for (int n = 6; n <= 200; n++) {
      Interval interval = MedianInterval.of(upTo(n), 0.95).orElseThrow();
      assertThat(interval.confidence()).isGreaterThanOrEqualTo(0.95 - 1e-9);
      assertThat(interval.low() + interval.high()).isEqualTo(n + 1);
    }
  }
}
