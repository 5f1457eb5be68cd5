package dev.sessionbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Holds what is found without drawing to what drawing gives. */
class RatioIntervalExactTest {
  @Test
  void theProbabilitiesOfTheRanksAddUpToOne() {
    for (int n = 1; n <= 60; n++) {
      assertThat(MedianRanks.of(n).stream().mapToDouble(MedianRanks.Pair::probability).sum())
          .as("n=" + n)
          .isCloseTo(1, within(5e-5));
    }
    assertThat(MedianRanks.of(3_000).stream().mapToDouble(MedianRanks.Pair::probability).sum())
        .isCloseTo(1, within(0.01));
  }

  @Test
  void theRanksOfSmallSamplesAreThoseOfAllTheirResamples() {
    for (int n = 2; n <= 6; n++) {
      double[] exact = new double[2 * n];
      for (MedianRanks.Pair pair : MedianRanks.of(n)) {
        exact[pair.lower() + pair.upper()] += pair.probability();
      }
      double[] counted = new double[2 * n];
      int all = (int) Math.pow(n, n);
      for (int code = 0; code < all; code++) {
        int[] draws = new int[n];
        for (int i = 0, rest = code; i < n; i++, rest /= n) {
          draws[i] = rest % n;
        }
        Arrays.sort(draws);
        counted[draws[(n - 1) / 2] + draws[n / 2]] += 1.0 / all;
      }
      assertThat(exact).as("n=" + n).containsExactly(counted, within(1e-9));
    }
  }

  @Test
  void theIntervalIsThatOfManyDrawnResamples() {
    Random random = new Random(3);
    for (int n : new int[] {5, 10, 11, 30}) {
      Sample base = sample(n, random);
      Sample head = sample(n + 2, random);
      Interval exact = RatioInterval.of(base, head, 0.95).orElseThrow();
      double[] ratios =
          IntStream.range(0, 20_000)
              .mapToDouble(i -> resampled(head, random) / resampled(base, random))
              .sorted()
              .toArray();
      // Where the drawn percentile lies is itself uncertain: four standard errors each way.
      assertThat(exact.low()).as("n=" + n).isBetween(ratios[412], ratios[588]);
      assertThat(exact.high()).as("n=" + n).isBetween(ratios[20_000 - 588], ratios[20_000 - 412]);
    }
  }

  @Test
  void swappingTheSidesInvertsTheInterval() {
    Random random = new Random(4);
    // Nearly: a percentile that falls between two ratios may fall to either side of the gap.
    for (int n = 5; n < 25; n++) {
      Sample a = sample(n, random);
      Sample b = sample(n, random);
      Interval ab = RatioInterval.of(a, b, 0.95).orElseThrow();
      Interval ba = RatioInterval.of(b, a, 0.95).orElseThrow();
      assertThat(ba.low()).isCloseTo(1 / ab.high(), within(1e-3));
      assertThat(ba.high()).isCloseTo(1 / ab.low(), within(1e-3));
    }
  }

  private static Sample sample(int n, Random random) {
    return new Sample(random.doubles(n).map(u -> 100 + 10 * u).boxed().toList(), List.of());
  }

  private static double resampled(Sample sample, Random random) {
    int n = sample.n();
    return new Sample(
            IntStream.range(0, n).mapToObj(i -> sample.values().get(random.nextInt(n))).toList(),
            List.of())
        .median();
  }
}
