package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeededDrawsTest {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  /** The JDK's SplitMix64: its first output is its finaliser of the seed plus gamma. */
  private static long finaliser(long value) {
    return new SplittableRandom(value - GAMMA).nextLong();
  }

  @Test
  void bitsAreTheFinaliserOfSplitMix64OncePerCoordinate() {
    SplittableRandom random = new SplittableRandom(20200328);
    for (int i = 0; i < 1_000; i++) {
      long seed = random.nextLong();
      long stream = random.nextLong();
      long index = random.nextInt(1_000);
      assertThat(SeededDraws.bits(seed, stream, index))
          .isEqualTo(
              finaliser(finaliser(finaliser(seed + GAMMA) + stream * GAMMA) + index * GAMMA));
    }
  }

  @Test
  void uniformDrawsNeedABoundOfAtLeastOne() {
    assertThat(SeededDraws.uniform(1, 2, 3, 1)).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SeededDraws.uniform(1, 2, 3, 0))
        .withMessage("bound must be at least 1, was 0");
  }

  @Test
  void aUniformDrawKeepsTheOrderOfTheFraction() {
    for (long index = 0; index < 1_000; index++) {
      double fraction = SeededDraws.unit(5, 6, index);
      assertThat(SeededDraws.uniform(5, 6, index, 1_000)).isEqualTo((long) (fraction * 1_000));
    }
  }

  @Test
  void exponentialDrawsAreQuantilesAtTheFraction() {
    for (long index = 0; index < 1_000; index++) {
      double drawn = SeededDraws.exponential(5, 6, index);
      assertThat(1 - Math.exp(-drawn)).isCloseTo(SeededDraws.unit(5, 6, index), within(1e-12));
    }
  }
}
