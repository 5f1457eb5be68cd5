package dev.sessionbench.base.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/**
 * A sample of one metric: one value for each fork. Iterations of one fork share JIT compilation and
 * memory layout, so they are not independent. Each fork is therefore reduced to the median of its
 * iterations.
 *
 * @param values one value for each fork, in the forks' order
 * @param warnings what readers should know about the sample, one sentence each
 */
public record Sample(List<Double> values, List<String> warnings) {
  private static final int FEWEST_FORKS = 3;
  private static final Median MEDIAN = Median.withDefaults().withCopy(true);

  /**
   * A sample of single values without warnings.
   *
   * @param values the values
   */
  public static Sample of(List<Double> values) {
    return new Sample(values, List.of());
  }

  /** A sample of single values without warnings. */
  public static Sample of(double... values) {
    return of(Arrays.stream(values).boxed().toList());
  }

  /**
   * A sample of some forks. Forks without a finite value are left out, with a warning.
   *
   * @param forks one list for each fork, in it one value for each iteration
   * @return their sample, possibly empty
   */
  public static Sample ofForks(List<List<Double>> forks) {
    List<Double> medians =
        forks.stream()
            .map(fork -> fork.stream().filter(Double::isFinite).mapToDouble(v -> v).toArray())
            .filter(finite -> finite.length > 0)
            .map(Sample::median)
            .toList();
    int without = forks.size() - medians.size();
    List<String> warnings = new ArrayList<>();
    if (without > 0) {
      warnings.add(without + " of " + forks.size() + " forks gave no value.");
    }
    if (medians.size() < FEWEST_FORKS) {
      warnings.add(
          "Fewer than " + FEWEST_FORKS + " forks: the spread says little about repeatability.");
    }
    return new Sample(medians, warnings);
  }

  /**
   * A sample of all iterations, for metrics such as counts whose single values a median would hide.
   *
   * @param forks one list for each fork, in it one value for each iteration
   * @return all finite values; may be empty
   */
  public static Sample ofIterations(List<List<Double>> forks) {
    return of(forks.stream().flatMap(List::stream).filter(Double::isFinite).toList());
  }

  /** The number of forks. */
  public int n() {
    return values.size();
  }

  /** The values, in their order. */
  public double[] toArray() {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The median; NaN for an empty sample. */
  public double median() {
    return median(toArray());
  }

  /** The mean; NaN for an empty sample. */
  public double mean() {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /** The smallest value; NaN for an empty sample. */
  public double min() {
    return values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
  }

  /** The largest value; NaN for an empty sample. */
  public double max() {
    return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }

  /** The standard deviation, by n - 1; NaN for fewer than two values. */
  public double deviation() {
    return n() < 2 ? Double.NaN : StandardDeviation.of(toArray()).getAsDouble();
  }

  /**
   * The median: the middle value, or the mean of the two middle values.
   *
   * @param values in any order, which is kept; no NaN
   * @return the median; NaN for an empty array
   */
  public static double median(double[] values) {
    return MEDIAN.evaluate(values);
  }
}
