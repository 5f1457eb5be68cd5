package dev.sessionbench.stats;

import dev.sessionbench.results.Metric;
import java.util.List;
import java.util.Optional;

/**
 * Finds samples that are not independent: several iterations of a single fork, and forks whose
 * values follow their neighbours', as they do where a machine warms up or is shared.
 */
public final class Dependence {
  private static final int FEWEST_FOR_CORRELATION = 10;

  /** Standard errors of a correlation of independent values, 1/sqrt(n) each. */
  private static final double STANDARD_ERRORS = 3;

  private Dependence() {}

  /**
   * What is wrong with a sample of a metric.
   *
   * @param metric the metric
   * @param sample its sample
   * @return one sentence; nothing where nothing was found
   */
  public static Optional<String> warning(Metric metric, Sample sample) {
    List<List<Double>> forks = metric.rawData();
    if (forks.size() == 1 && forks.get(0).size() > 1) {
      return Optional.of(
          "Samples are not independent: all iterations come from one fork and count as one.");
    }
    int n = sample.n();
    if (n >= FEWEST_FOR_CORRELATION
        && correlation(sample.values()) > STANDARD_ERRORS / Math.sqrt(n)) {
      return Optional.of(
          "Samples are not independent: forks resemble the forks before them, intervals are too narrow.");
    }
    return Optional.empty();
  }

  /**
   * The correlation of each value's rank with the next one's; ranks, so that no outlier decides.
   */
  private static double correlation(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    double[] ranks =
        values.stream()
            .mapToDouble(v -> (sorted.indexOf(v) + sorted.lastIndexOf(v)) / 2.0)
            .toArray();
    double mean = (ranks.length - 1) / 2.0;
    double products = 0;
    double squares = 0;
    for (int i = 0; i < ranks.length; i++) {
      squares += (ranks[i] - mean) * (ranks[i] - mean);
      products += i == 0 ? 0 : (ranks[i] - mean) * (ranks[i - 1] - mean);
    }
    return squares == 0 ? 0 : products / squares;
  }
}
