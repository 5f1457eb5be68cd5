package dev.sessionbench.base.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How many forks a difference would take to be found in four of five repetitions. The true
 * difference is given, not taken from the data: a difference that happens to be observed is too
 * large as often as too small, and where none was found it would say most often that many forks are
 * missing. From the data comes only how wide an interval is, whose half width on the scale of
 * logarithms shrinks with the square root of the forks.
 */
public final class ForksNeeded {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final double POWER = NORMAL.inverseCumulativeProbability(0.8);

  private ForksNeeded() {}

  /**
   * The forks to add on each side.
   *
   * @param forks the forks that gave the interval
   * @param interval their interval of a ratio, its ends positive
   * @param trueRatio the ratio to find, positive and not 1
   * @return the additional forks, at least 0
   */
  public static long more(int forks, Interval interval, double trueRatio) {
    double halfWidth = (Math.log(interval.high()) - Math.log(interval.low())) / 2;
    double standardError = halfWidth / quantile(interval.confidence());
    double effect = Math.abs(Math.log(trueRatio));
    double factor = (quantile(Comparison.CONFIDENCE) + POWER) * standardError / effect;
    return Math.max(0, (long) Math.ceil(forks * factor * factor) - forks);
  }

  private static double quantile(double confidence) {
    return NORMAL.inverseCumulativeProbability((1 + confidence) / 2);
  }
}
