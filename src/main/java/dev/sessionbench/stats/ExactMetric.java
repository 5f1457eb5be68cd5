package dev.sessionbench.stats;

import dev.sessionbench.results.Metric;

/** Tells counts, which are compared exactly, from measured quantities. */
public final class ExactMetric {
  private static final String COUNT = "#";

  private ExactMetric() {}

  /**
   * Whether a metric is an exact count.
   *
   * @param metric the metric
   * @return true where its unit is {@value #COUNT} and all its values are integers
   */
  public static boolean is(Metric metric) {
    return metric.scoreUnit().equals(COUNT)
        && metric.rawData().stream()
            .flatMap(java.util.List::stream)
            .allMatch(v -> v == Math.rint(v) && !v.isInfinite());
  }
}
