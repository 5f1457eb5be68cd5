package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;

/** The figures of levels, each computed a second time from what the documentation says of it. */
class LevelsFormulasTest {
  private static final int PAIRS = 12;
  private static final double ERROR = 0.007;
  private static final double ALPHA = 0.05;

  @Test
  void nightsThatDifferByMoreThanTheirGatesSayRaiseAllErrors() {
    double[] values = {0, 0.03, 0.01, 0.08, 0.02};
    double[] errors = {0.006, 0.004, 0.005, 0.007, 0.008};
    List<Levels.Estimate> chain =
        IntStream.range(0, 5)
            .mapToObj(i -> new Levels.Estimate(values[i], errors[i], i == 2 ? PAIRS / 2 : PAIRS))
            .toList();
    // Pooled by degrees of freedom; nobody is surer than all together.
    double pooled = 0;
    for (Levels.Estimate e : chain) {
      pooled += (e.n() - 1) * e.n() * Math.pow(e.standardError(), 2) / (4 * 11 + 5);
    }
    double[] variances = new double[5];
    for (int i = 0; i < 5; i++) {
      variances[i] = Math.max(Math.pow(errors[i], 2), pooled / chain.get(i).n());
    }
    // The bends at 0.03, 0.01 and 0.08: -0.05, 0.09 and -0.13.
    double[] squares = {
      0.0025 / (variances[0] + 4 * variances[1] + variances[2]),
      0.0081 / (variances[1] + 4 * variances[2] + variances[3]),
      0.0169 / (variances[2] + 4 * variances[3] + variances[4])
    };
    double excess = Math.pow(DoubleStream.of(squares).sorted().toArray()[1] / 0.454936, 3 / 13.0);
    double weights = DoubleStream.of(variances).map(variance -> 1 / variance / excess).sum();
    Levels.Level level = Levels.of(chain, 1e-9).get(0);
    assertThat(level.standardError()).isCloseTo(1 / Math.sqrt(weights), offset(1e-12));
    double sum = 0;
    for (int i = 0; i < 5; i++) {
      sum += values[i] / variances[i] / excess;
    }
    assertThat(level.value()).isCloseTo(sum / weights, offset(1e-12));
  }

  @Test
  void nightsThatDifferByLessThanTheirGatesSayLowerNoError() {
    List<Levels.Estimate> still =
        IntStream.range(0, 9).mapToObj(i -> new Levels.Estimate(0, ERROR, PAIRS)).toList();
    assertThat(Levels.of(still, ALPHA).get(0).standardError()).isCloseTo(ERROR / 3, offset(1e-12));
  }

  @Test
  void whatIsDetectableIsByTheErrorsTheirFreedomAndThePriceOfTheLook() {
    List<Levels.Estimate> still =
        IntStream.range(0, 9).mapToObj(i -> new Levels.Estimate(0, ERROR, PAIRS)).toList();
    Levels.Level level = Levels.of(still, ALPHA).get(0);
    // The look at the 13th estimate tries twelve dates.
    double tail = ALPHA * 30 / (13 + 28) / (13 + 29) / 12 / 2;
    double quantile = TDistribution.of(9 * 11).inverseSurvivalProbability(tail);
    assertThat(Levels.detectable(still, level, ALPHA, 4))
        .isCloseTo((quantile + 1.6) * Math.hypot(ERROR / 3, ERROR / 2), offset(1e-9));
    Levels.Level later = new Levels.Level(5, 6, 0, ERROR / 2);
    double fewer = TDistribution.of(9 * 11).inverseSurvivalProbability(tail * 12 / 7);
    assertThat(Levels.detectable(still, later, ALPHA, 4))
        .isCloseTo((fewer + 1.6) * Math.hypot(ERROR / 2, ERROR / 2), offset(1e-9));
  }

  @Test
  void aMoveIsFoundByTheFirstLookWhoseShareOfAlphaItsPValueReaches() {
    List<Levels.Estimate> chain = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      chain.add(new Levels.Estimate(i < 3 ? 0 : 0.03, ERROR, PAIRS));
    }
    // After four estimates: one against three, at the best of three dates.
    double z = 0.03 / Math.hypot(ERROR / Math.sqrt(3), ERROR) / Math.sqrt(excessOfOneBend());
    double p = 2 * 3 * TDistribution.of(4 * 11).survivalProbability(z);
    double just = p * (4 + 28) * (4 + 29) / 30;
    assertThat(Levels.of(chain.subList(0, 4), just * 0.999)).hasSize(1);
    List<Levels.Level> found = Levels.of(chain.subList(0, 4), just * 1.001);
    assertThat(found).extracting(Levels.Level::from).containsExactly(0, 3);
    assertThat(found).extracting(Levels.Level::foundAt).containsExactly(0, 3);
  }

  /** Of four estimates, the last of which is 0.03 above: bends of 0 and 0.03. */
  private static double excessOfOneBend() {
    double median = 0.03 * 0.03 / (6 * ERROR * ERROR) / 2;
    return Math.pow(Math.max(1, median / 0.454936), 2 / 12.0);
  }
}
