package dev.sessionbench.stats;

import java.util.OptionalLong;

/**
 * How many forks a difference would take. An interval's half width on the scale of logarithms
 * shrinks with the square root of the forks; to exclude 1 with a probability of 80 %, the
 * difference must be (1.960 + 0.842) / 1.960 half widths.
 */
public final class ForksNeeded {
  private static final double POWER_FACTOR = (1.960 + 0.842) / 1.960;

  private ForksNeeded() {}

  /**
   * The forks to add on each side for a ratio as observed to be found in four of five repetitions.
   *
   * @param forks the forks that gave the interval
   * @param ratio the observed ratio, positive
   * @param interval its interval
   * @return the additional forks, at least 0; nothing where the observed ratio is 1
   */
  public static OptionalLong more(int forks, double ratio, Interval interval) {
    double effect = Math.abs(Math.log(ratio));
    if (effect == 0) {
      return OptionalLong.empty();
    }
    double halfWidth = (Math.log(interval.high()) - Math.log(interval.low())) / 2;
    double needed = forks * Math.pow(POWER_FACTOR * halfWidth / effect, 2);
    return OptionalLong.of(Math.max(0, (long) Math.ceil(needed) - forks));
  }
}
