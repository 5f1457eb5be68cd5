package dev.sessionbench.base.stats;

import dev.sessionbench.base.model.Invalid;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * Finds the end of a series' warm-up by the method MSER-5 (K. P. White, "An effective truncation
 * heuristic for bias reduction in simulation output", Simulation 69, 1997; White, Cobb, Spratt, "A
 * comparison of five steady-state truncation heuristics for simulation", WSC 2000).
 *
 * <p>Each five successive values become their mean. For each possible cut, it estimates the squared
 * error of the mean of the remaining values. This is the sum of their squared distances from their
 * mean over the square of their number. The cut with the least error wins.
 *
 * <p>It always finds a cut, and does not check that the rest is flat. In a long flat series, many
 * cuts have nearly equal errors, and chance decides between them; {@link #earliestCut} therefore
 * takes the first such cut.
 */
public final class Mser5 {
  /** The number of values that are averaged into one. */
  public static final int BATCH = 5;

  /** The fewest values that a series needs. */
  public static final int FEWEST = 50;

  /** Cuts this close to the end leave too few means for a useful error. */
  private static final int IGNORED = 5;

  /** Errors that differ by at most this share count as equal. */
  private static final double ALIKE = 0.2;

  private Mser5() {}

  /**
   * The earliest point at which a series may be steady. This is the first cut whose error is within
   * a fifth of the least error in the first half. Callers must check whether the rest is steady.
   *
   * @param series values at equal distances of time, at least {@value #FEWEST}; NaN for missing
   *     values
   * @return how many values to cut off, a multiple of {@value #BATCH}; empty if the first half has
   *     no values
   * @throws IllegalArgumentException if the series is too short
   */
  public static OptionalInt earliestCut(double[] series) {
    double[] half = Arrays.copyOf(errors(series), series.length / BATCH / 2 + 1);
    double least = Arrays.stream(half).filter(Double::isFinite).min().orElse(Double.NaN);
    return IntStream.range(0, half.length)
        .filter(i -> half[i] <= least * (1 + ALIKE))
        .map(i -> i * BATCH)
        .findFirst();
  }

  /** The error of each cut, in batches; NaN if a batch has no values or is too close to the end. */
  private static double[] errors(double[] series) {
    Invalid.when(
        series.length < FEWEST, "%s values: must be at least %s for MSER-5", series.length, FEWEST);
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
    DoubleStream known = Arrays.stream(series, from, from + BATCH).filter(Double::isFinite);
    return known.average().orElse(Double.NaN);
  }
}
