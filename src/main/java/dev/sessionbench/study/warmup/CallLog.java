package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Quantile.EstimationMethod;

/** Records the calls of one round as they end. Any number of threads may use it. */
final class CallLog {
  /** The name for whole operations, from their intended start to their end. */
  static final String OPERATION = "operation";

  private static final Quantile QUANTILE = Quantile.withDefaults().with(EstimationMethod.HF1);

  private record Call(String name, long startNanos, long endNanos) {
    double millis() {
      return (endNanos - startNanos) / Nanos.PER_MILLI;
    }
  }

  private final List<Call> calls = new ArrayList<>();

  /** Records a call that has ended. */
  synchronized void add(String name, long startNanos, long endNanos) {
    calls.add(new Call(name, startNanos, endNanos));
  }

  /**
   * All calls in windows, as {@link CallSeries} describes: operations, and each method by itself.
   */
  synchronized List<CallSeries> series(long startNanos, long windowNanos, int windows) {
    Map<String, List<Call>> byName =
        calls.stream()
            .collect(Collectors.groupingBy(Call::name, TreeMap::new, Collectors.toList()));
    byName.putIfAbsent(OPERATION, List.of());
    List<Call> requests = calls.stream().filter(call -> !call.name.equals(OPERATION)).toList();
    List<CallSeries> series = new ArrayList<>();
    series.add(of(requests, CallSeries.REQUESTS, startNanos, windowNanos, windows));
    byName.forEach((name, some) -> series.add(of(some, name, startNanos, windowNanos, windows)));
    return series;
  }

  private static CallSeries of(
      List<Call> calls, String name, long startNanos, long windowNanos, int windows) {
    List<List<Double>> millis =
        Stream.<List<Double>>generate(ArrayList::new).limit(windows).toList();
    int[] ended = new int[windows];
    for (Call call : calls) {
      long first = (call.startNanos - startNanos) / windowNanos;
      long last = (call.endNanos - startNanos) / windowNanos;
      if (first >= 0 && first < windows) {
        millis.get((int) first).add(call.millis());
      }
      if (last >= 0 && last < windows) {
        ended[(int) last]++;
      }
    }
    double perSecond = Nanos.PER_SECOND / windowNanos;
    return new CallSeries(
        name,
        Arrays.stream(ended).mapToObj(n -> n * perSecond).toList(),
        millis.stream().map(window -> window.size() * perSecond).toList(),
        millis.stream().map(CallLog::median).toList(),
        millis.stream().map(CallLog::p99).toList());
  }

  /** The median of the finite values; NaN if there are none. */
  static double median(List<Double> values) {
    return Sample.median(
        values.stream().mapToDouble(value -> value).filter(Double::isFinite).toArray());
  }

  /** The smallest value that 99 % do not exceed; NaN if there are no values. */
  private static double p99(List<Double> values) {
    return QUANTILE.evaluate(values.stream().mapToDouble(value -> value).toArray(), 0.99);
  }

  /** The calls that ended between two moments, as text for an observer of the round. */
  synchronized String glance(long fromNanos, long toNanos) {
    List<Double> millis =
        calls.stream()
            .filter(call -> call.endNanos >= fromNanos && call.endNanos < toNanos)
            .filter(call -> !call.name.equals(OPERATION))
            .map(Call::millis)
            .toList();
    return "%6s requests/s  p50 %7s ms  p99 %7s ms"
        .formatted(
            Numbers.label(millis.size() * Nanos.PER_SECOND / (toNanos - fromNanos)),
            Numbers.label(median(millis)),
            Numbers.label(p99(millis)));
  }

  /**
   * Calls of one kind over time, with a value for each window of a round. A window in which no call
   * began has NaN for its latencies.
   *
   * @param name the method, {@link CallLog#OPERATION}, or {@value #REQUESTS} for all methods
   *     together
   * @param perSecond calls that ended in the window, a second
   * @param begunPerSecond calls that should have begun in it, a second
   * @param p50Millis the median latency of the calls that should have begun in it, in milliseconds
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

    static CallSeries find(List<CallSeries> series, String called) {
      return series.stream().filter(one -> one.name.equals(called)).findFirst().orElseThrow();
    }
  }
}
