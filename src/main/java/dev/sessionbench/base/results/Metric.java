package dev.sessionbench.base.results;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.util.ListStatistics;

/**
 * One metric of a result, with JMH's keys.
 *
 * @param score the mean over all iterations of all forks; NaN if there are none
 * @param scoreError half the width of the interval at confidence 0.999, pooled over all iterations;
 *     NaN with fewer than three
 * @param scoreConfidence the interval's two ends
 * @param scorePercentiles the value at each percentile, keyed as JMH writes them ({@code "50.0"})
 * @param scoreUnit the unit, for example {@code ms/op}
 * @param rawData one list for each fork, in it one value for each iteration
 */
public record Metric(
    double score,
    double scoreError,
    List<Double> scoreConfidence,
    Map<String, Double> scorePercentiles,
    String scoreUnit,
    List<List<Double>> rawData) {
  private static final String COUNT = "#";
  private static final double CONFIDENCE = 0.999;
  private static final double[] PERCENTILES = {
    0.00, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999, 99.9999, 100.0
  };

  /**
   * Computes a metric from its raw data, as JMH computes the mean of a primary metric.
   *
   * @param scoreUnit the unit
   * @param rawData one list for each fork, in it one value for each iteration; at least one value
   * @return the metric
   */
  public static Metric of(String scoreUnit, List<List<Double>> rawData) {
    double[] values =
        rawData.stream().flatMap(List::stream).mapToDouble(Double::doubleValue).toArray();
    return of(scoreUnit, rawData, values);
  }

  /**
   * Whether this is an exact count: its unit is {@value #COUNT} and all its values are integers.
   */
  @JsonIgnore
  public boolean isCount() {
    Stream<Double> values = rawData.stream().flatMap(List::stream);
    return scoreUnit.equals(COUNT) && values.allMatch(v -> v == Math.rint(v) && !v.isInfinite());
  }

  /**
   * Merges the metrics of several forks. Some profilers report a number for a fork but none for its
   * iterations; the merged score is then the mean of the forks' scores.
   *
   * @param forks the metric in each fork, at least one
   * @return the metric over all of them
   */
  static Metric merge(List<Metric> forks) {
    String unit = forks.get(0).scoreUnit();
    List<List<Double>> raw = forks.stream().flatMap(fork -> fork.rawData().stream()).toList();
    if (raw.stream().allMatch(List::isEmpty)) {
      return of(unit, raw, forks.stream().mapToDouble(Metric::score).toArray());
    }
    return of(unit, raw);
  }

  private static Metric of(String unit, List<List<Double>> rawData, double[] values) {
    ListStatistics statistics = new ListStatistics(values);
    double[] interval = statistics.getConfidenceIntervalAt(CONFIDENCE);
    Map<String, Double> percentiles = new LinkedHashMap<>();
    for (double percentile : PERCENTILES) {
      percentiles.put(Double.toString(percentile), statistics.getPercentile(percentile));
    }
    return new Metric(
        statistics.getMean(),
        statistics.getMeanErrorAt(CONFIDENCE),
        List.of(interval[0], interval[1]),
        percentiles,
        unit,
        rawData);
  }
}
