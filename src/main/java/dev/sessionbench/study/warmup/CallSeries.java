package dev.sessionbench.study.warmup;

import java.util.List;

/**
 * Calls of one kind over time, a value for each window of a round. A window in which none began has
 * NaN for its latencies.
 *
 * @param name the method, {@link CallLog#OPERATION}, or {@value #REQUESTS} for all methods together
 * @param perSecond calls that ended in the window, for each second of it
 * @param begunPerSecond calls that were to begin in it, for each second
 * @param p50Millis the median of how long those took that were to begin in it, in milliseconds
 * @param p99Millis their 99th percentile
 */
public record CallSeries(
    String name,
    List<Double> perSecond,
    List<Double> begunPerSecond,
    List<Double> p50Millis,
    List<Double> p99Millis) {
  /** All methods together. */
  public static final String REQUESTS = "requests";
}
