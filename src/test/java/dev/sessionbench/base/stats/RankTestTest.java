package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RankTestTest {
  /** A number of successive integers, each twice. */
  private static Sample twice(int n, int first) {
    return new Sample(IntStream.range(0, n).mapToObj(i -> first + i / 2 + 0.0).toList(), List.of());
  }

  private static double byLibrary(Sample base, Sample head) {
    return MannWhitneyUTest.withDefaults().test(base.toArray(), head.toArray()).getPValue();
  }

  @ParameterizedTest
  @CsvSource({"4, 4, 70", "3, 5, 56", "6, 6, 924"})
  void separateSamplesHaveTheSmallestPValue(int base, int head, int divisions) {
    double expected = 2.0 / divisions;
    assertThat(RankTest.smallestPValue(base, head)).isCloseTo(expected, within(1e-12));
    assertThat(RankTest.pValue(twice(base, 0), twice(head, 100)))
        .isCloseTo(expected, within(1e-12));
    assertThat(RankTest.pValue(twice(base, 100), twice(head, 0)))
        .isCloseTo(expected, within(1e-12));
  }

  @Test
  void emptySamplesShowNoDifference() {
    assertThat(RankTest.smallestPValue(0, 5)).isEqualTo(1);
    assertThat(RankTest.smallestPValue(5, 0)).isEqualTo(1);
    assertThat(RankTest.pValue(twice(0, 0), twice(3, 0))).isNaN();
  }

  /** Tries every choice of five of the ten ranks for the baseline, and counts each sum. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void withTiesThePValueCountsAllDivisions(int shift) {
    double[] base = twice(5, 0).toArray();
    double[] head = twice(5, shift).toArray();
    double[] all = IntStream.range(0, 10).mapToDouble(i -> i < 5 ? base[i] : head[i - 5]).toArray();
    double observed = sumOfRanks(all, 0b11111);
    List<Double> sums =
        IntStream.range(0, 1 << 10)
            .filter(chosen -> Integer.bitCount(chosen) == 5)
            .mapToObj(chosen -> sumOfRanks(all, chosen))
            .toList();
    double atMost = sums.stream().filter(sum -> sum <= observed).count() / (double) sums.size();
    double atLeast = sums.stream().filter(sum -> sum >= observed).count() / (double) sums.size();
    assertThat(RankTest.pValue(twice(5, 0), twice(5, shift)))
        .isCloseTo(Math.min(1, 2 * Math.min(atMost, atLeast)), within(1e-12));
  }

  /** The number of smaller values plus half of the equal ones: each rank up to a constant. */
  private static double sumOfRanks(double[] all, int chosen) {
    double sum = 0;
    for (int i = 0; i < all.length; i++) {
      if ((chosen >> i & 1) == 1) {
        for (double other : all) {
          sum += other < all[i] ? 1 : other == all[i] ? 0.5 : 0;
        }
      }
    }
    return sum;
  }

  @Test
  void withTiesItIsExactUpTo25ValuesASide() {
    assertThat(RankTest.pValue(twice(25, 0), twice(25, 2)))
        .isNotEqualTo(byLibrary(twice(25, 0), twice(25, 2)));
    assertThat(RankTest.pValue(twice(26, 0), twice(25, 2)))
        .isEqualTo(byLibrary(twice(26, 0), twice(25, 2)));
    assertThat(RankTest.pValue(twice(25, 0), twice(26, 2)))
        .isEqualTo(byLibrary(twice(25, 0), twice(26, 2)));
  }

  @Test
  void rejectsAPValueThatEqualsItsLimitUpToRounding() {
    assertThat(RankTest.rejects(0.1, 0.9)).isTrue();
    assertThat(RankTest.rejects(0.05, 0.95)).isTrue();
    assertThat(RankTest.rejects(0.0501, 0.95)).isFalse();
    assertThat(RankTest.rejects(Double.NaN, 0.95)).isFalse();
  }
}
