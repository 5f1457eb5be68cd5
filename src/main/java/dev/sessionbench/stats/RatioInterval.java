package dev.sessionbench.stats;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A bootstrap interval for the ratio of two medians, head over base: forks are resampled within
 * each side, the medians' ratio is taken each time, and the interval lies between two percentiles
 * of these ratios (B. Efron and R. Tibshirani, <i>An Introduction to the Bootstrap</i>, chapter
 * 13). The percentile method does not depend on whether ratios or their logarithms are taken. What
 * it covers in fact, by distribution and number of forks, stands in {@code docs/coverage.md}.
 */
public final class RatioInterval {
  /** The fewest forks a side: the medians of fewer take too few values to have percentiles. */
  public static final int FEWEST_FORKS = 5;

  private static final int RESAMPLES = 2_000;

  private RatioInterval() {}

  /**
   * The interval of a ratio.
   *
   * @param base the sample below the line
   * @param head the sample above the line
   * @param confidence the nominal coverage, above 0 and below 1
   * @param seed decides the resamples; equal seeds give equal intervals on every machine
   * @return the interval; nothing with fewer than {@value #FEWEST_FORKS} forks a side, or where a
   *     value is not positive, for then ratios have no meaning
   * @throws IllegalArgumentException if the confidence is out of range
   */
  public static Optional<Interval> of(Sample base, Sample head, double confidence, long seed) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence " + confidence + " is not between 0 and 1");
    }
    if (Math.min(base.n(), head.n()) < FEWEST_FORKS || base.min() <= 0 || head.min() <= 0) {
      return Optional.empty();
    }
    double[] below = sorted(base);
    double[] above = sorted(head);
    MedianDraws belowDraws = MedianDraws.of(below.length);
    MedianDraws aboveDraws = MedianDraws.of(above.length);
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    double[] ratios = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      ratios[i] = aboveDraws.draw(above, random) / belowDraws.draw(below, random);
    }
    Arrays.sort(ratios);
    int skipped = (int) Math.floor((1 - confidence) / 2 * RESAMPLES);
    return Optional.of(new Interval(ratios[skipped], ratios[RESAMPLES - 1 - skipped], confidence));
  }

  private static double[] sorted(Sample sample) {
    return sample.values().stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }
}
