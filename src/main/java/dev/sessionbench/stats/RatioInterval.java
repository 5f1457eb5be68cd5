package dev.sessionbench.stats;

import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A bootstrap interval for the ratio of two medians, head over base: forks are resampled within
 * each side, the medians' ratio is taken each time, and the interval lies between two percentiles
 * of these ratios (B. Efron and R. Tibshirani, <i>An Introduction to the Bootstrap</i>, chapter
 * 13). The percentile method does not depend on whether ratios or their logarithms are taken.
 *
 * <p>Nothing is drawn: the resampled medians' distributions are known exactly, and so is their
 * ratio's. There is no seed, and equal samples give equal intervals everywhere. What the interval
 * covers in fact, by distribution and number of forks, stands in {@code docs/coverage.md}.
 */
public final class RatioInterval {
  /** The fewest forks a side: the medians of fewer take too few values to have percentiles. */
  public static final int FEWEST_FORKS = 5;

  /** Leaves a handful of ratios between the bounds, as a part of all there are. */
  private static final double RESOLUTION = 1e-5;

  /** How near to a bound it is looked, so that a good guess can be bracketed from both sides. */
  private static final double LEAST_STEP = 0.05;

  /** How far on both sides of a normal distribution's quantile the first looks are. */
  private static final double NEAR = 0.3;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Keeps a probability that equals its limit but for rounding, and for what was neglected. */
  private static final double ROUNDING = 2e-5;

  private RatioInterval() {}

  /**
   * The interval of a ratio.
   *
   * @param base the sample below the line
   * @param head the sample above the line
   * @param confidence the nominal coverage, above 0 and below 1
   * @return the interval; nothing with fewer than {@value #FEWEST_FORKS} forks a side, or where a
   *     value is not positive, for then ratios have no meaning
   * @throws IllegalArgumentException if the confidence is out of range
   */
  public static Optional<Interval> of(Sample base, Sample head, double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence " + confidence + " is not between 0 and 1");
    }
    return isDefined(base, head)
        ? Optional.of(between(MedianDistribution.of(base), MedianDistribution.of(head), confidence))
        : Optional.empty();
  }

  /** Whether there are forks enough and all values are positive. */
  static boolean isDefined(Sample base, Sample head) {
    return Math.min(base.n(), head.n()) >= FEWEST_FORKS && base.min() > 0 && head.min() > 0;
  }

  /** The interval from distributions that are at hand. */
  static Interval between(MedianDistribution below, MedianDistribution above, double confidence) {
    double tail = (1 - confidence) / 2;
    return new Interval(
        quantile(above, below, tail + ROUNDING),
        quantile(above, below, 1 - tail - ROUNDING),
        confidence);
  }

  /** The smallest ratio that is not exceeded with a probability. */
  private static double quantile(
      MedianDistribution above, MedianDistribution below, double probability) {
    double low = above.smallest() / below.largest();
    double high = above.largest() / below.smallest();
    if (above.atMost(low, below) >= probability) {
      return low;
    }
    double atLow = 0;
    double atHigh = 1;
    double least = (high - low) * RESOLUTION;
    double z = NORMAL.inverseCumulativeProbability(probability);
    double[] firstGuesses = {above.aboutRatio(z - NEAR, below), above.aboutRatio(z + NEAR, below)};
    int guesses = 0;
    boolean halve = false;
    while (high - low > least) {
      double width = high - low;
      double share = halve ? 0.5 : (probability - atLow) / (atHigh - atLow);
      double guess = low + width * Math.max(LEAST_STEP, Math.min(1 - LEAST_STEP, share));
      if (guesses < firstGuesses.length) {
        double first = firstGuesses[guesses++];
        guess = first > low && first < high ? first : guess;
      }
      double atGuess = above.atMost(guess, below);
      if (atGuess >= probability) {
        high = guess;
        atHigh = atGuess;
      } else {
        low = guess;
        atLow = atGuess;
      }
      // A guess that cut off less than half is followed by a cut that does.
      halve = guesses == firstGuesses.length && high - low > width / 2;
    }
    // The few ratios that are left are tried one after another, so that the answer is one of them.
    double candidate = above.smallestRatioAbove(low, high, below);
    while (candidate < high && above.atMost(candidate, below) < probability) {
      candidate = above.smallestRatioAbove(candidate, high, below);
    }
    return candidate;
  }
}
