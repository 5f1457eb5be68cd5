package dev.sessionbench.bench.load;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Records how a pool changes under a load over time: its size, the sessions in use, the waiters,
 * the requests for sessions and the channels. Events may be added in any order.
 *
 * <p>Each count is recorded when it changes, at most once in a millisecond. In a long load the step
 * doubles as often as needed, so that memory does not grow with the load. A change counts at the
 * end of its step, so a curve never shows a change early.
 */
public final class GrowthLog {
  private static final long FINEST_NANOS = 1_000_000;
  private static final int TICKS_PER_HALF_DISTANCE = 5;
  private static final int SESSIONS = 0;
  private static final int IN_USE = 1;
  private static final int WAITING = 2;
  private static final int REQUESTS = 3;
  private static final int CHANNELS = 4;
  private static final List<String> NAMES =
      List.of(Curve.SESSIONS, Curve.IN_USE, Curve.WAITING, Curve.REQUESTS, Curve.CHANNELS);

  private static final int FIRST_CAPACITY = 1024;

  private final int mostSteps;
  private final long[][] changes;
  private long stepNanos = FINEST_NANOS;
  private int used = 1;

  /**
   * An empty log.
   *
   * @param mostSteps how many steps it has at most, at least 2
   */
  public GrowthLog(int mostSteps) {
    this.mostSteps = mostSteps;
    // Most loads end long before the last step.
    this.changes = new long[NAMES.size()][Math.min(mostSteps, FIRST_CAPACITY)];
  }

  /**
   * The pool has received sessions or has given some up.
   *
   * @param nanos when, in nanoseconds since the start of the load; an earlier time counts as the
   *     start
   * @param sessions how many more it has than before; less than 0 if it has given some up
   */
  public void changed(long nanos, long sessions) {
    add(SESSIONS, nanos, sessions);
  }

  /**
   * A request for sessions has arrived at the service, at a time in nanoseconds since the start.
   */
  public void requested(long nanos) {
    add(REQUESTS, nanos, 1);
  }

  /** A client has opened more channels, or closed some, at a time since the start. */
  public void connected(long nanos, long channels) {
    add(CHANNELS, nanos, channels);
  }

  /**
   * An operation has ended.
   *
   * @param times its times
   * @param sinceStart converts a time to nanoseconds since the start of the load
   */
  public void ended(OperationTimes times, LongUnaryOperator sinceStart) {
    add(WAITING, sinceStart.applyAsLong(times.wantedNanos()), 1);
    if (times.hadSession()) {
      add(WAITING, sinceStart.applyAsLong(times.acquiredNanos()), -1);
      add(IN_USE, sinceStart.applyAsLong(times.acquiredNanos()), 1);
    }
    if (times.releasedNanos() != OperationTimes.NEVER) {
      // A refused caller stops waiting and had no session in use.
      add(times.hadSession() ? IN_USE : WAITING, sinceStart.applyAsLong(times.releasedNanos()), -1);
    }
  }

  private void add(int count, long nanos, long change) {
    int step = step(nanos);
    if (step >= changes[0].length) {
      int capacity = Math.min(mostSteps, Math.max(2 * changes[0].length, step + 1));
      for (int i = 0; i < changes.length; i++) {
        changes[i] = Arrays.copyOf(changes[i], capacity);
      }
    }
    changes[count][step] += change;
    used = Math.max(used, step + 1);
  }

  private int step(long nanos) {
    long step = ended(nanos);
    while (step >= mostSteps) {
      for (long[] of : changes) {
        for (int i = 1; i < used; i++) {
          long change = of[i];
          of[i] = 0;
          of[(i + 1) / 2] += change;
        }
      }
      used = used / 2 + 1;
      stepNanos *= 2;
      step = ended(nanos);
    }
    return (int) step;
  }

  /** The number of steps that have ended when a change at this time counts. */
  private long ended(long nanos) {
    return nanos <= 0 ? 0 : (nanos - 1) / stepNanos + 1;
  }

  /** The curves; those of requests and channels only if there were any, channels for sessions. */
  public List<Curve> curves() {
    List<Curve> curves = new ArrayList<>(curves(any(CHANNELS) ? IN_USE : SESSIONS, REQUESTS));
    IntStream.range(REQUESTS, NAMES.size())
        .filter(this::any)
        .forEach(count -> curves.addAll(curves(count, count + 1)));
    return curves;
  }

  private boolean any(int count) {
    return Arrays.stream(changes[count]).anyMatch(change -> change > 0);
  }

  /** Some counts over the same times: those at which one of them changes. */
  private List<Curve> curves(int from, int to) {
    List<Double> millis = new ArrayList<>();
    List<List<Double>> values = new ArrayList<>();
    NAMES.forEach(name -> values.add(new ArrayList<>()));
    long[] sums = new long[to];
    for (int step = 0; step < used; step++) {
      boolean changed = step == 0;
      for (int i = from; i < to; i++) {
        sums[i] += changes[i][step];
        changed |= changes[i][step] != 0;
      }
      if (changed) {
        millis.add(step * stepNanos / Nanos.PER_MILLI);
        for (int i = from; i < to; i++) {
          values.get(i).add((double) sums[i]);
        }
      }
    }
    return IntStream.range(from, to)
        .mapToObj(i -> new Curve(NAMES.get(i), "ms", "#", millis, values.get(i)))
        .toList();
  }

  /** Waits in nanoseconds at percentiles, which are denser towards the longest. */
  public static Curve waits(Histogram waits) {
    List<Double> percentiles = new ArrayList<>();
    List<Double> millis = new ArrayList<>();
    for (HistogramIterationValue value : waits.percentiles(TICKS_PER_HALF_DISTANCE)) {
      percentiles.add(value.getPercentileLevelIteratedTo());
      millis.add(value.getValueIteratedTo() / Nanos.PER_MILLI);
    }
    return new Curve(Curve.ACQUIRE_WAIT, "%", "ms", percentiles, millis);
  }
}
