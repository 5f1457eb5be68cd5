package dev.sessionbench.base.stats;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.ranking.NaturalRanking;

/**
 * Finds samples that are not independent: several iterations of a single fork, and forks whose
 * values follow their neighbours', as they do where a machine warms up or is shared. For the latter
 * it takes the rank version of von Neumann's ratio, the squared steps from each rank to the next
 * over the squared deviations of the ranks: about 2 for independent values, less where neighbours
 * are alike (R. Bartels, <i>The Rank Version of von Neumann's Ratio Test for Randomness</i>,
 * Journal of the American Statistical Association 77, 1982).
 */
public final class Dependence {
  /** Of fewer values even a steady rise is no rare order. */
  private static final int FEWEST_FOR_ORDER = 10;

  /** One independent sample in 200 is called dependent, for a table has many cells. */
  private static final double STANDARD_ERRORS = 2.576;

  private Dependence() {}

  /**
   * What is wrong with a sample.
   *
   * @param forks one list for each fork, in it one value for each iteration
   * @param sample their sample
   * @return one sentence; nothing where nothing was found
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

  /** How far below 2 the ratio may be; its variance is Bartels's. */
  private static double limit(double n) {
    double variance = 4 * (n - 2) * (5 * n * n - 2 * n - 9) / (5 * n * (n + 1) * (n - 1) * (n - 1));
    return STANDARD_ERRORS * Math.sqrt(variance);
  }

  /** The ratio of the values' ranks, of equal values the mean rank; 2 where all are equal. */
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
