package dev.sessionbench.base.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Where the level of a chain of estimates has moved, as somebody would have found it who looked
 * each time that an estimate came.
 *
 * <p>How: a CUSUM test in its likelihood-ratio form. At each new estimate every date since the last
 * move is tried: the mean before it is held against the mean from it on, each estimate weighted by
 * its precision. The greatest such difference, in standard errors, is the statistic, and its date
 * is the move's.
 *
 * <p>Why not E-divisive with permutations: its smallest p-value is one over the number of orders,
 * so a step could not be significant on the night after it; and here the estimates bring errors of
 * their own, which permuting throws away.
 *
 * <p>The error is spent in advance: the look at the n-th estimate may spend {@code alpha * 30 / ((n
 * + 28) (n + 29))}, which sums to alpha over any number of looks, in equal parts over the dates
 * that it tries. So by the union bound a chain that never moves has a false alarm with a
 * probability of at most alpha, however long it grows.
 *
 * <p>What would break it is an error that is taken for too small. Therefore an estimate counts for
 * no more than the blocks of all gates together allow, whatever its own few blocks say; and where
 * neighbours differ by more than their errors, all errors are raised. That is read from second
 * differences, in which a step or a steady drift hardly shows, and believed the more of them there
 * are.
 */
public final class Levels {
  /** Below this nothing is told apart: 0.05 %, for metrics that hardly vary. */
  private static final double LEAST_ERROR = 5e-4;

  /** The median of the square of a standard normal variable. */
  private static final double MEDIAN_OF_SQUARE = 0.454936;

  /** How many second differences count as much as the expectation that errors are what they say. */
  private static final double DOUBT = 10;

  /** After so many looks a half of alpha is spent. */
  private static final double HALF_SPENT = 30;

  /** For nine of ten; a little above the normal quantile, as a step itself raises the errors. */
  private static final double POWER = 1.6;

  private final double[] values;
  private final double[] variances;
  private final TDistribution distribution;

  /**
   * One estimate of a chain.
   *
   * @param value the estimate
   * @param standardError its standard error, at least 0
   * @param n how many values are behind it, at least 2
   */
  public record Estimate(double value, double standardError, int n) {}

  /**
   * A part of the chain in which nothing moved.
   *
   * @param from the index of its first estimate
   * @param foundAt the index of the estimate that gave the move away; 0 for the first level
   * @param value the weighted mean of its estimates
   * @param standardError that of the mean
   */
  public record Level(int from, int foundAt, double value, double standardError) {
    /** Whether this is above another by more than three standard errors. */
    public boolean isAbove(Level other) {
      return value - other.value > 3 * Math.hypot(standardError, other.standardError);
    }
  }

  /** A date to split a stretch at, by the estimates up to one. */
  private record Split(int at, int foundAt, double z) {}

  private Levels(List<Estimate> chain) {
    values = chain.stream().mapToDouble(Estimate::value).toArray();
    int freedom = chain.stream().mapToInt(e -> e.n() - 1).sum();
    double pooled =
        chain.stream()
                .mapToDouble(e -> (e.n() - 1) * e.n() * e.standardError() * e.standardError())
                .sum()
            / freedom;
    variances =
        chain.stream()
            .mapToDouble(e -> Math.max(e.standardError() * e.standardError(), pooled / e.n()))
            .map(variance -> Math.max(variance, LEAST_ERROR * LEAST_ERROR))
            .toArray();
    double excess = excess(values, variances);
    Arrays.setAll(variances, i -> excess * variances[i]);
    distribution = TDistribution.of(freedom);
  }

  /** How many times their variances neighbours differ by; at least 1. */
  private static double excess(double[] values, double[] variances) {
    double[] squares =
        IntStream.range(1, values.length - 1)
            .mapToDouble(
                i -> {
                  double bend = values[i - 1] - 2 * values[i] + values[i + 1];
                  return bend * bend / (variances[i - 1] + 4 * variances[i] + variances[i + 1]);
                })
            .toArray();
    return squares.length == 0
        ? 1
        : Math.pow(
            Math.max(1, Sample.median(squares) / MEDIAN_OF_SQUARE),
            squares.length / (squares.length + DOUBT));
  }

  /**
   * Finds the levels.
   *
   * @param chain the estimates, oldest first, at least one
   * @param alpha the probability that a chain without a move is said to have one, above 0
   * @return the levels, oldest first; more than one where the chain has moved
   */
  public static List<Level> of(List<Estimate> chain, double alpha) {
    List<Split> starts = new ArrayList<>(List.of(new Split(0, 0, 0)));
    for (int n = 2; n <= chain.size(); n++) {
      Levels seen = new Levels(chain.subList(0, n));
      int from = starts.get(starts.size() - 1).at();
      Split best = seen.best(from, n);
      if (n - from > 1 && seen.pValue(best, n - from) <= spent(alpha, n)) {
        starts.add(best);
      }
    }
    Levels all = new Levels(chain);
    return IntStream.range(0, starts.size())
        .mapToObj(
            i -> {
              Split start = starts.get(i);
              int to = i + 1 < starts.size() ? starts.get(i + 1).at() : chain.size();
              return all.level(start.at(), to, start.foundAt());
            })
        .toList();
  }

  /**
   * The smallest step that would be found within some further estimates in nine of ten chains.
   *
   * @param chain the estimates, oldest first, at least one
   * @param level the last of its levels
   * @param alpha as in {@link #of}
   * @param further how many more estimates there are to be, each as precise as the chain's median
   * @return the step, above 0
   */
  public static double detectable(List<Estimate> chain, Level level, double alpha, int further) {
    Levels all = new Levels(chain);
    int n = chain.size() + further;
    double tail = spent(alpha, n) / (n - level.from() - 1) / 2;
    double error = Math.sqrt(Sample.median(all.variances) / further);
    return (all.distribution.inverseSurvivalProbability(tail) + POWER)
        * Math.hypot(level.standardError(), error);
  }

  private static double spent(double alpha, int n) {
    return alpha * HALF_SPENT / (n + HALF_SPENT - 2) / (n + HALF_SPENT - 1);
  }

  /** The two-sided p-value of the best of all dates in a stretch. */
  private double pValue(Split best, int length) {
    return 2 * distribution.survivalProbability(best.z()) * (length - 1);
  }

  private Split best(int from, int to) {
    Split best = new Split(from, to - 1, 0);
    for (int at = from + 1; at < to; at++) {
      Level before = level(from, at, 0);
      Level after = level(at, to, 0);
      double z =
          Math.abs(after.value() - before.value())
              / Math.hypot(before.standardError(), after.standardError());
      best = z > best.z() ? new Split(at, to - 1, z) : best;
    }
    return best;
  }

  private Level level(int from, int to, int foundAt) {
    double weights = 0;
    double sum = 0;
    for (int i = from; i < to; i++) {
      weights += 1 / variances[i];
      sum += values[i] / variances[i];
    }
    return new Level(from, foundAt, sum / weights, Math.sqrt(1 / weights));
  }
}
