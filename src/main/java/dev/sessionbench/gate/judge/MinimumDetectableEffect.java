package dev.sessionbench.gate.judge;

import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.stats.WilcoxonSignedRank;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The smallest relative change that a gate would find and confirm in four of five runs, from the
 * noise that it measured: significantly beyond the margin after Holm's correction at its hardest
 * step, and again in the fresh pairs alone.
 *
 * <p>The rank test's power is that of a t-test on 3/pi as many blocks, at the level that so few
 * blocks can have, near enough for a statement of this kind; a simulation in the tests holds it to
 * the truth.
 */
final class MinimumDetectableEffect {
  private static final double POWER = 0.8;
  private static final double EFFICIENCY = 3 / Math.PI;

  /** Change beyond the margin, in deviations of a block, beyond which nobody asks. */
  private static final double MOST = 1_000;

  private final double deviations;

  /** How often a test finds a change. */
  private record Power(int blocks, double critical) {
    static Power of(int blocks, double level) {
      double attained = new WilcoxonSignedRank(new double[blocks]).attained(level);
      return new Power(
          blocks,
          attained > 0 && blocks > 1
              ? TDistribution.of(blocks - 1.0).inverseSurvivalProbability(attained)
              : Double.POSITIVE_INFINITY);
    }

    double of(double deviations) {
      // The normal approximation of the noncentral t: the deviation is estimated too.
      double spread = Math.sqrt(1 + critical * critical / (2 * (blocks - 1.0)));
      double excess = deviations * Math.sqrt(blocks * EFFICIENCY) - critical;
      return critical < Double.POSITIVE_INFINITY
          ? NormalDistribution.of(0, 1).cumulativeProbability(excess / spread)
          : 0;
    }
  }

  /**
   * The effect that a plan can detect.
   *
   * @param blocks the planned blocks
   * @param level the largest p-value by which one test is significant at Holm's hardest step
   * @param freshBlocks the fresh pairs of a confirmation
   * @param freshLevel the largest p-value by which they confirm
   */
  MinimumDetectableEffect(int blocks, double level, int freshBlocks, double freshLevel) {
    Power first = Power.of(blocks, level);
    Power second = Power.of(freshBlocks, freshLevel);
    double low = 0;
    double high = MOST;
    while (high - low > 1e-7 * high) {
      double middle = (low + high) / 2;
      boolean found = first.of(middle) * second.of(middle) >= POWER;
      low = found ? low : middle;
      high = found ? middle : high;
    }
    deviations = high;
  }

  /**
   * The change.
   *
   * @param logRatios the blocks' log-ratios, by which the noise is known
   * @param marginLog the margin, as a logarithm
   * @return the relative change, 0.05 for 5 %; nothing where the blocks are too few for any
   */
  OptionalDouble of(double[] logRatios, double marginLog) {
    return logRatios.length < 2 || deviations == MOST
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.expm1(marginLog + deviations * Sample.of(logRatios).deviation()));
  }
}
