package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.Nanos;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/**
 * How a time was distributed, by an HdrHistogram of three digits, in milliseconds.
 *
 * @param n how many values
 * @param mean their mean; 0 where there are none, as the others
 * @param p50 their median
 * @param p95 the value that 95 % do not pass
 * @param p99 the value that 99 % do not pass
 * @param max the largest
 */
public record Spread(long n, double mean, double p50, double p95, double p99, double max) {
  private static final int DIGITS = 3;

  /** The spread of times in milliseconds. */
  public static Spread of(DoubleStream millis) {
    Histogram histogram = new Histogram(DIGITS);
    millis.forEach(
        value -> histogram.recordValue(Math.max(0, Math.round(value * Nanos.PER_MILLI))));
    return new Spread(
        histogram.getTotalCount(),
        histogram.getMean() / Nanos.PER_MILLI,
        at(histogram, 50),
        at(histogram, 95),
        at(histogram, 99),
        histogram.getMaxValue() / Nanos.PER_MILLI);
  }

  private static double at(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / Nanos.PER_MILLI;
  }
}
