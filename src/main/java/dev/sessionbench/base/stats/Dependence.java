package dev.sessionbench.base.stats;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.ranking.NaturalRanking;

/**
 * Finds samples whose values are not independent. These are several iterations of a single fork,
 * and forks whose values follow their neighbours', as on a machine that warms up or is shared. The
 * order of forks is tested by the rank version of von Neumann's ratio. It divides the squared steps
 * between successive ranks by the squared deviations of the ranks. It is about 2 for independent
 * values, and less where neighbours are alike (R. Bartels, <i>The Rank Version of von Neumann's
 * Ratio Test for Randomness</i>, Journal of the American Statistical Association 77, 1982).
 */
public final class Dependence {
  /** With fewer values, even a steady rise is not rare by chance. */
  private static final int FEWEST_FOR_ORDER = 10;

  /** Warns of one independent sample in 200, because a table has many cells. */
  private static final double STANDARD_ERRORS = 2.576;

  private Dependence() {}

  /**
   * A warning if a sample is not independent.
   *
   * @param forks one list for each fork, in it one value for each iteration
   * @param sample their sample
   * @return one sentence; empty if the sample looks independent
   */
  public static Optional<String> warning(List<List<Double>> forks, Sample sample) {
    if (forks.size() == 1 && forks.get(0).size() > 1) {
      return Optional.of(
          "Samples are not independent: all iterations come from one fork and count as one.");
    }
    int n = sample.n();
    if (n >= FEWEST_FOR_ORDER && 2 - vonNeumannRatio(sample.toArray()) > limit(n)) {
      return Optional.of(
          "Samples are not independent: forks resemble the forks before them, intervals are too narrow.");
    }
    return Optional.empty();
  }

  /** How far below 2 the ratio may be, from Bartels's variance. */
  private static double limit(double n) {
    double variance = 4 * (n - 2) * (5 * n * n - 2 * n - 9) / (5 * n * (n + 1) * (n - 1) * (n - 1));
    return STANDARD_ERRORS * Math.sqrt(variance);
  }

  /** The ratio of the values' ranks; equal values get their mean rank. It is 2 if all are equal. */
  private static double vonNeumannRatio(double[] values) {
    double[] ranks = new NaturalRanking().apply(values);
    double mean = (ranks.length + 1) / 2.0;
    double steps = 0;
    double squares = 0;
    for (int i = 0; i < ranks.length; i++) {
      squares += (ranks[i] - mean) * (ranks[i] - mean);
      steps += i == 0 ? 0 : (ranks[i] - ranks[i - 1]) * (ranks[i] - ranks[i - 1]);
    }
    return squares == 0 ? 2 : steps / squares;
  }
}
