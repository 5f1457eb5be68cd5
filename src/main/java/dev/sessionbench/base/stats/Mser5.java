package dev.sessionbench.base.stats;

import java.util.Arrays;
import java.util.OptionalInt;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * Finds where the beginning of a series ends that is not yet like the rest: the rule MSER-5 (K. P.
 * White, "An effective truncation heuristic for bias reduction in simulation output", Simulation
 * 69, 1997; White, Cobb, Spratt, "A comparison of five steady-state truncation heuristics for
 * simulation", WSC 2000).
 *
 * <p>Five values in a row become their mean. For each place to cut, the squared error of the mean
 * of what is left is estimated: the sum of the squared distances from it over the square of their
 * number. The cut where that is least wins: what varies more than it helps to keep is cut off.
 *
 * <p>It finds one cut and takes what is behind it for flat, whether it is or not. In a series that
 * is flat for long the errors of many cuts are nearly the same, and chance decides between them;
 * {@link #earliestCut} takes the first of those then.
 */
public final class Mser5 {
  /** Values that become one. */
  public static final int BATCH = 5;

  /** Values that a series needs at least. */
  public static final int FEWEST = 50;

  /** Cuts so close to the end leave too few means for their error to say anything. */
  private static final int IGNORED = 5;

  /** Errors that differ by no more are as good as equal. */
  private static final double ALIKE = 0.2;

  private Mser5() {}

  /**
   * Where a series becomes steady at the earliest: the first cut whose error is within a fifth of
   * the least that a cut in the first half has. It says nothing of whether the rest is steady; who
   * uses it looks at that.
   *
   * @param series values at equal distances of time, at least {@value #FEWEST}; NaN where there is
   *     none
   * @return how many values to cut off, a multiple of {@value #BATCH}; nothing where the first half
   *     has no values
   * @throws IllegalArgumentException if the series is too short
   */
  public static OptionalInt earliestCut(double[] series) {
    double[] errors = errors(series);
    int best = best(errors, errors.length / 2);
    for (int i = 0; i < best; i++) {
      if (errors[i] <= errors[best] * (1 + ALIKE)) {
        return OptionalInt.of(i * BATCH);
      }
    }
    return best < 0 ? OptionalInt.empty() : OptionalInt.of(best * BATCH);
  }

  private static int best(double[] errors, int last) {
    int best = -1;
    for (int i = 0; i <= last; i++) {
      if (!Double.isNaN(errors[i]) && (best < 0 || errors[i] < errors[best])) {
        best = i;
      }
    }
    return best;
  }

  /** The error of each cut, in batches; NaN where there is none, or where nothing was seen. */
  private static double[] errors(double[] series) {
    if (series.length < FEWEST) {
      throw new IllegalArgumentException(
          series.length + " values: must be at least " + FEWEST + " for MSER-5");
    }
    double[] errors = new double[series.length / BATCH];
    Arrays.fill(errors, Double.NaN);
    Variance rest = Variance.create().setBiased(true);
    int n = 0;
    for (int i = errors.length - 1; i >= 0; i--) {
      double mean = mean(series, i * BATCH);
      if (!Double.isNaN(mean)) {
        rest.accept(mean);
        n++;
        errors[i] = errors.length - i > IGNORED ? rest.getAsDouble() / n : Double.NaN;
      }
    }
    return errors;
  }

  private static double mean(double[] series, int from) {
    return Arrays.stream(series, from, from + BATCH)
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }
}
