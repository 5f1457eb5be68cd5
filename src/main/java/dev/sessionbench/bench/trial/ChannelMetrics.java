package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.bench.client.CallEvents;
import java.util.Collection;
import java.util.Collections;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Collects what a load on channels shows, with a real client or in virtual time. */
public final class ChannelMetrics implements CallEvents {
  private static final long NONE = Long.MIN_VALUE;

  private final long streams;
  private final ConcurrentHistogram waitNanos = new ConcurrentHistogram(3);
  private final ConcurrentHistogram firstNanos = new ConcurrentHistogram(3);
  private final LongAdder waits = new LongAdder();
  private long calls;
  private long channels;
  private long neededNanos = NONE;
  private long longestNeedNanos;

  /**
   * A client without channels and calls.
   *
   * @param streams calls that a channel may carry at once, at least 1
   */
  public ChannelMetrics(long streams) {
    this.streams = streams;
  }

  @Override
  public void gotStream(int ahead, long waitedNanos) {
    boolean waited = ahead >= streams;
    waitNanos.recordValue(waited ? Math.max(0, waitedNanos) : 0);
    waits.add(waited ? 1 : 0);
  }

  @Override
  public void endedFirst(long nanos) {
    firstNanos.recordValue(nanos);
  }

  /** Forgets the calls until now. */
  void restart() {
    waitNanos.reset();
    firstNanos.reset();
    waits.reset();
  }

  /** Adds the next change, in the order of time. */
  public void add(Change change) {
    calls += change.calls;
    channels += change.channels;
    boolean needed = calls > channels * streams;
    if (neededNanos != NONE && (change.channels > 0 || !needed)) {
      longestNeedNanos = Math.max(longestNeedNanos, change.nanos - neededNanos);
      neededNanos = NONE;
    }
    if (needed && neededNanos == NONE) {
      neededNanos = change.nanos;
    }
  }

  /**
   * Some calls have begun or ended, or some channels have been opened or closed.
   *
   * @param nanos when, on any clock
   * @param calls how many more calls are in progress than before
   * @param channels how many more channels are open than before
   */
  public record Change(long nanos, int calls, int channels) {}

  /** Reports the metrics. An old gRPC does not say when a call gets its stream. */
  public void report(BiConsumer<RunMetric, Double> to) {
    to.accept(RunMetric.TIME_TO_CHANNEL, longestNeedNanos / Nanos.PER_MILLI);
    if (waitNanos.getTotalCount() > 0) {
      to.accept(RunMetric.STREAM_WAITS, (double) waits.sum());
      to.accept(RunMetric.STREAM_WAIT_P99, millis(waitNanos, 99));
      to.accept(RunMetric.FIRST_CALL_P50, millis(firstNanos, 50));
      to.accept(RunMetric.FIRST_CALL_P99, millis(firstNanos, 99));
    }
  }

  /** Reports how long calls took. */
  public static void calls(Histogram nanos, BiConsumer<RunMetric, Double> to) {
    to.accept(RunMetric.CALL_P50, millis(nanos, 50));
    to.accept(RunMetric.CALL_P99, millis(nanos, 99));
    to.accept(RunMetric.CALL_MAX, millis(nanos, 100));
  }

  private static double millis(Histogram nanos, double percentile) {
    return nanos.getTotalCount() == 0
        ? Double.NaN
        : nanos.getValueAtPercentile(percentile) / Nanos.PER_MILLI;
  }

  /**
   * Reports how evenly calls spread over channels: 25 % is even for four.
   *
   * @param calls those of each channel that carried any
   */
  public static void spread(Collection<Long> calls, BiConsumer<RunMetric, Double> to) {
    long all = calls.stream().mapToLong(n -> n).sum();
    double busiest = all == 0 ? Double.NaN : 100.0 * Collections.max(calls) / all;
    to.accept(RunMetric.CHANNELS_USED, (double) calls.size());
    to.accept(RunMetric.CHANNEL_SKEW, busiest * calls.size());
    to.accept(RunMetric.BUSIEST_CHANNEL, busiest);
  }
}
