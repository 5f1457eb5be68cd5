package dev.sessionbench.study.warmup;

import dev.sessionbench.base.stats.Mser5;
import dev.sessionbench.base.stats.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * When a client could say that a round had become steady, in seconds after its start; NaN for what
 * it could not say.
 *
 * @param rateSeconds from when the rate of requests was, by {@link Mser5#earliestCut}
 * @param p99Seconds from when the logarithm of the 99th percentile was
 * @param confirmed whether what is left stays the same: the medians of its thirds agree within 5 %
 *     for the rate and 20 % for the percentile, or as far as chance lets them
 * @param publishedSeconds the later of the two cuts by {@link Mser5#cut}
 */
public record Stability(
    double rateSeconds, double p99Seconds, boolean confirmed, double publishedSeconds) {
  /** Nothing can be said, as of a round that was stopped. */
  public static final Stability UNKNOWN = new Stability(Double.NaN, Double.NaN, false, Double.NaN);

  private static final double RATES_AGREE = 0.05;
  private static final double P99S_AGREE = 0.20;
  private static final int PARTS = 3;

  /** Three normal values lie further apart than so many deviations once in a thousand times. */
  private static final double CHANCE = 5.06;

  /** The standard error of the median of normal values, in standard deviations over root n. */
  private static final double OF_MEDIAN = 1.2533;

  /** The standard deviation of normal values, in medians of their distances from the median. */
  private static final double OF_DISTANCE = 1.4826;

  /**
   * Looks at two series of a round.
   *
   * @param perSecond the rate in each window
   * @param p99Millis the 99th percentile in each, NaN where there is none
   * @param windowSeconds how long a window is
   */
  public static Stability of(List<Double> perSecond, List<Double> p99Millis, double windowSeconds) {
    double[] rates = perSecond.stream().mapToDouble(v -> v).toArray();
    double[] p99s = p99Millis.stream().mapToDouble(v -> v).toArray();
    double[] logarithms = Arrays.stream(p99s).map(StrictMath::log).toArray();
    double rate = seconds(Mser5.earliestCut(rates), windowSeconds);
    double p99 = seconds(Mser5.earliestCut(logarithms), windowSeconds);
    int from = (int) Math.round(Math.max(rate, p99) / windowSeconds);
    return new Stability(
        rate,
        p99,
        !Double.isNaN(rate + p99)
            && agree(Arrays.copyOfRange(rates, from, rates.length), RATES_AGREE)
            && agree(Arrays.copyOfRange(p99s, from, p99s.length), P99S_AGREE),
        Math.max(
            seconds(Mser5.cut(rates), windowSeconds),
            seconds(Mser5.cut(logarithms), windowSeconds)));
  }

  private static double seconds(OptionalInt cut, double windowSeconds) {
    return cut.isPresent() ? cut.getAsInt() * windowSeconds : Double.NaN;
  }

  private static boolean agree(double[] values, double within) {
    int third = values.length / PARTS;
    double[] medians = new double[PARTS];
    double chance = 0;
    for (int i = 0; i < PARTS; i++) {
      double[] part =
          IntStream.range(i * third, (i + 1) * third)
              .mapToDouble(j -> values[j])
              .filter(Double::isFinite)
              .toArray();
      if (part.length == 0) {
        return false;
      }
      double median = Sample.median(part);
      double distance = Sample.median(Arrays.stream(part).map(v -> Math.abs(v - median)).toArray());
      medians[i] = median;
      chance =
          Math.max(
              chance,
              CHANCE * OF_MEDIAN * OF_DISTANCE * distance / median / Math.sqrt(part.length));
    }
    Arrays.sort(medians);
    return medians[PARTS - 1] <= medians[0] * (1 + Math.max(within, chance));
  }

  /** From when both were steady, and stayed so. */
  public double seconds() {
    return confirmed ? Math.max(rateSeconds, p99Seconds) : Double.NaN;
  }
}
