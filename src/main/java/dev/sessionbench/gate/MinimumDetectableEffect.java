package dev.sessionbench.gate;

import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The smallest relative change that a gate would have found in four of five runs, from the noise
 * that it measured. It must pass both keys: be significant after Holm's correction at its hardest
 * step, and have an interval clear of the floor.
 *
 * <p>The rank test's power is that of a t-test on 3/pi as many blocks, near enough for a statement
 * of this kind; a simulation in the tests holds it to the truth.
 */
final class MinimumDetectableEffect {
  private static final double POWER = 0.8;
  private static final double EFFICIENCY = 3 / Math.PI;

  private MinimumDetectableEffect() {}

  /**
   * The change.
   *
   * @param logRatios the blocks' log-ratios
   * @param family the tests that share alpha
   * @param alpha what they share
   * @param sideError how often an interval's end may be on the wrong side
   * @param floorLog the floor, as a logarithm
   * @return the relative change, 0.05 for 5 %; nothing where the blocks are too few for any
   */
  static OptionalDouble of(
      double[] logRatios, int family, double alpha, double sideError, double floorLog) {
    int n = logRatios.length;
    boolean blind =
        WilcoxonSignedRank.smallestPValue(n) > alpha / family
            || new WilcoxonSignedRank(logRatios).interval(sideError).isEmpty();
    if (blind) {
      return OptionalDouble.empty();
    }
    double error = deviation(logRatios) / Math.sqrt(n * EFFICIENCY);
    TDistribution t = TDistribution.of(n - 1);
    double power = NormalDistribution.of(0, 1).inverseCumulativeProbability(POWER);
    double significant = (t.inverseSurvivalProbability(alpha / family / 2) + power) * error;
    double clear = floorLog + (t.inverseSurvivalProbability(sideError) + power) * error;
    return OptionalDouble.of(Math.expm1(Math.max(significant, clear)));
  }

  private static double deviation(double[] values) {
    double mean = java.util.Arrays.stream(values).average().orElse(0);
    double squares = java.util.Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }
}
