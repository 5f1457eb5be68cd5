package dev.sessionbench.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The bootstrap distribution of a sample's median, exactly: what infinitely many resamples would
 * give (A. D. Hutson and M. D. Ernst, <i>The exact bootstrap mean and variance of an
 * L-estimator</i>, J. R. Statist. Soc. B 62, 2000).
 */
final class MedianDistribution {
  /** Two ratios closer than this are one that was rounded differently. */
  private static final double ALMOST_EQUAL = 1 + 1e-12;

  private final double[] values;
  private final double[] probabilities;

  /** How probable the first so many values are together. */
  private final double[] upTo;

  /** Mean and standard deviation of the logarithm, where all values are positive. */
  private final double logMean;

  private final double logDeviation;

  private MedianDistribution(double[] values, double[] probabilities) {
    this.values = values;
    this.probabilities = probabilities;
    upTo = new double[values.length + 1];
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < values.length; i++) {
      upTo[i + 1] = upTo[i] + probabilities[i];
      double log = Math.log(values[i]);
      sum += probabilities[i] * log;
      squares += probabilities[i] * log * log;
    }
    logMean = sum / upTo[values.length];
    logDeviation = Math.sqrt(Math.max(0, squares / upTo[values.length] - logMean * logMean));
  }

  /** The distribution of a sample that is not empty. */
  static MedianDistribution of(Sample sample) {
    double[] sorted = sample.values().stream().mapToDouble(Double::doubleValue).sorted().toArray();
    List<MedianRanks.Pair> pairs = MedianRanks.of(sorted.length);
    double[][] atoms = new double[pairs.size()][];
    for (int i = 0; i < atoms.length; i++) {
      MedianRanks.Pair pair = pairs.get(i);
      double value = (sorted[pair.lower()] + sorted[pair.upper()]) / 2;
      atoms[i] = new double[] {value, pair.probability()};
    }
    Arrays.sort(atoms, Comparator.comparingDouble(atom -> atom[0]));
    double[] values = new double[atoms.length];
    double[] probabilities = new double[atoms.length];
    for (int i = 0; i < atoms.length; i++) {
      values[i] = atoms[i][0];
      probabilities[i] = atoms[i][1];
    }
    return new MedianDistribution(values, probabilities);
  }

  double smallest() {
    return values[0];
  }

  double largest() {
    return values[values.length - 1];
  }

  /**
   * About which ratio of this median to the other is not exceeded with a probability: what it would
   * be if the logarithms were normal.
   *
   * @param z the standard normal distribution's quantile at that probability
   */
  double aboutRatio(double z, MedianDistribution below) {
    return Math.exp(logMean - below.logMean + z * Math.hypot(logDeviation, below.logDeviation));
  }

  /** The probability that this median is at most so many times the other, which is independent. */
  double atMost(double ratio, MedianDistribution below) {
    double sum = 0;
    int i = 0;
    for (int j = 0; j < below.values.length; j++) {
      double limit = ratio * below.values[j] * ALMOST_EQUAL;
      while (i < values.length && values[i] <= limit) {
        i++;
      }
      sum += upTo[i] * below.probabilities[j];
    }
    return sum;
  }

  /**
   * The smallest ratio of this median to the other that is above one bound and at most another; the
   * bound where there is none.
   */
  double smallestRatioAbove(double bound, double most, MedianDistribution below) {
    double found = most;
    int i = 0;
    for (int j = 0; j < below.values.length; j++) {
      double limit = bound * below.values[j] * ALMOST_EQUAL;
      while (i < values.length && values[i] <= limit) {
        i++;
      }
      if (i < values.length) {
        found = Math.min(found, values[i] / below.values[j]);
      }
    }
    return found;
  }
}
