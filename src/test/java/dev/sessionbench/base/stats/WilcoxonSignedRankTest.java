package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.junit.jupiter.api.Test;

class WilcoxonSignedRankTest {
  @Test
  void pValuesMatchAnotherImplementation() {
    Random random = new Random(1);
    for (int n = 3; n <= 20; n++) {
      double[] values = random.doubles(n, -1, 1.5).toArray();
      WilcoxonSignedRank ours = new WilcoxonSignedRank(values);
      org.apache.commons.statistics.inference.WilcoxonSignedRankTest theirs =
          org.apache.commons.statistics.inference.WilcoxonSignedRankTest.withDefaults();
      assertThat(ours.pAbove(0))
          .isCloseTo(
              theirs.with(AlternativeHypothesis.GREATER_THAN).test(values).getPValue(),
              within(1e-12));
      assertThat(ours.pBelow(0))
          .isCloseTo(
              theirs.with(AlternativeHypothesis.LESS_THAN).test(values).getPValue(), within(1e-12));
    }
  }

  @Test
  void sixBlocksGiveAnIntervalFromTheirSmallestToTheirLargest() {
    WilcoxonSignedRank ranks = new WilcoxonSignedRank(new double[] {3, 1, 2, 6, 5, 4});
    assertThat(ranks.interval(0.65 * 0.025))
        .hasValueSatisfying(
            i -> {
              assertThat(i.low()).isEqualTo(1);
              assertThat(i.high()).isEqualTo(6);
              assertThat(i.confidence()).isCloseTo(1 - 2.0 / 64, within(1e-12));
            });
    assertThat(ranks.interval(0.015)).isEmpty();
    assertThat(WilcoxonSignedRank.fewest(1 / 64.0)).isEqualTo(6);
  }

  @Test
  void intervalContainsTheValuesThatTheTestAccepts() {
    double[] values = new Random(2).doubles(12, -1, 2).toArray();
    WilcoxonSignedRank ranks = new WilcoxonSignedRank(values);
    var interval = ranks.interval(0.025).orElseThrow();
    for (double value = -1; value < 2; value += 0.001) {
      boolean kept = ranks.pAbove(value) > 0.025 && ranks.pBelow(value) > 0.025;
      assertThat(interval.contains(value)).as("%s", value).isEqualTo(kept);
    }
  }

  @Test
  void zeroLogRatiosAreNoEvidence() {
    WilcoxonSignedRank ranks = new WilcoxonSignedRank(new double[12]);
    assertThat(ranks.pAbove(0)).isGreaterThanOrEqualTo(0.5);
    assertThat(ranks.estimate()).isZero();
    assertThat(ranks.interval(0.025))
        .hasValueSatisfying(point -> assertThat(point.low()).isEqualTo(point.high()));
  }

  @Test
  void oneOutlierDecidesNothing() {
    WilcoxonSignedRank ranks =
        new WilcoxonSignedRank(
            new double[] {0.01, -0.01, 0.005, -0.004, 0.002, -0.003, 0.007, -0.006, 9});
    assertThat(ranks.pAbove(0)).isGreaterThan(0.15);
    assertThat(ranks.estimate()).isBetween(-0.01, 0.01);
  }

  @Test
  void emptySamplesShowNothing() {
    WilcoxonSignedRank ranks = new WilcoxonSignedRank(new double[0]);
    assertThat(ranks.pAbove(0)).isGreaterThanOrEqualTo(0.5);
    assertThat(ranks.estimate()).isNaN();
    assertThat(ranks.interval(0.025)).isEmpty();
  }

  @Test
  void theEstimateIsTheMedianOfAllPairsMeans() {
    // 1, 1.5, 2, 2.5, 3 and 4.
    assertThat(new WilcoxonSignedRank(new double[] {4, 1, 2}).estimate()).isEqualTo(2.25);
    assertThat(new WilcoxonSignedRank(new double[] {3, 9}).estimate()).isEqualTo(6);
    assertThat(new WilcoxonSignedRank(new double[] {5}).estimate()).isEqualTo(5);
  }

  @Test
  void anAverageThatEqualsTheHypothesisCountsForNeitherSide() {
    // The averages -1, 0 and 1: one above, one below. P(T >= 1) of two blocks is 3/4.
    WilcoxonSignedRank ranks = new WilcoxonSignedRank(new double[] {-1, 1});
    assertThat(ranks.pAbove(0)).isEqualTo(0.75);
    assertThat(ranks.pBelow(0)).isEqualTo(0.75);
    assertThat(ranks.pAbove(1)).isEqualTo(1);
    assertThat(ranks.pBelow(-1)).isEqualTo(1);
  }

  @Test
  void anErrorThatTheBlocksJustReachIsEnoughForAnInterval() {
    WilcoxonSignedRank ranks = new WilcoxonSignedRank(new double[] {1, 2, 3, 4, 5, 6});
    assertThat(ranks.interval(1.0 / 64).orElseThrow().low()).isEqualTo(1);
    assertThat(ranks.interval(2.0 / 64).orElseThrow().low()).isEqualTo(1.5);
    assertThat(ranks.interval(0)).isEmpty();
  }

  @Test
  void fewestBlocksReachTheLimit() {
    assertThat(WilcoxonSignedRank.fewest(0.9)).isEqualTo(1);
    assertThat(WilcoxonSignedRank.fewest(1 / 64.0)).isEqualTo(6);
    assertThat(WilcoxonSignedRank.fewest(1 / 65.0)).isEqualTo(7);
  }

  @Test
  void aLimitIsAttainedByTheLargestPValueUpToIt() {
    WilcoxonSignedRank six = new WilcoxonSignedRank(new double[6]);
    assertThat(six.attained(1 / 65.0)).isZero();
    assertThat(six.attained(1 / 64.0)).isEqualTo(1 / 64.0);
    // Sums of 0, 1, 2 and, in two ways, 3.
    assertThat(six.attained(0.05)).isEqualTo(3 / 64.0);
    assertThat(six.attained(5 / 64.0)).isEqualTo(5 / 64.0);
  }
}
