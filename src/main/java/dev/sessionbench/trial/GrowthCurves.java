package dev.sessionbench.trial;

import dev.sessionbench.load.OperationTimes;
import dev.sessionbench.mock.journal.RpcRecord;
import dev.sessionbench.model.Curve;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.trial.GrowthCurves.Counts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The pool's size, and the sessions in use and wanted, against time; and the waits.
 *
 * <p>Nothing is sampled while the load runs: the curves are put together afterwards, from the
 * server's journal and from the moments at which each operation wanted, had and released its
 * session. They are written down whenever one changes, at most once in {@value #STEP_NANOS} ns.
 *
 * @param seen the run
 * @param changes how the three counts change within a step, by its number; what came before is in
 *     the first
 */
record GrowthCurves(Observation seen, Map<Long, Counts> changes) {
  private static final long STEP_NANOS = 1_000_000;
  private static final double NANOS_PER_MILLI = 1e6;

  private static final int TICKS_PER_HALF_DISTANCE = 5;

  /** The three counts, or how they change at one moment. */
  record Counts(int total, int inUse, int waiting) {
    static final Counts NONE = new Counts(0, 0, 0);

    Counts plus(Counts other) {
      return new Counts(total + other.total, inUse + other.inUse, waiting + other.waiting);
    }
  }

  /** Adds the curves of a run on a server that keeps a journal. */
  static void read(Observation seen, TrialReport report) {
    if (seen.server().isPresent()) {
      GrowthCurves curves = new GrowthCurves(seen, new TreeMap<>(Map.of(0L, Counts.NONE)));
      seen.server().get().journal().forEach(curves::add);
      seen.operations().forEach(curves::add);
      curves.accumulate(report);
      report.curve(waits(seen));
    }
  }

  private void add(RpcRecord rpc) {
    if (rpc.rpc() == Rpc.BATCH_CREATE_SESSIONS) {
      add(rpc.repliedNanos(), new Counts(rpc.sessions(), 0, 0));
    }
  }

  private void add(OperationTimes operation) {
    add(operation.wantedNanos(), new Counts(0, 0, 1));
    add(operation.acquiredNanos(), new Counts(0, 1, -1));
    // Who was refused waits no more, and had none.
    add(
        operation.releasedNanos(),
        operation.hadSession() ? new Counts(0, -1, 0) : new Counts(0, 0, -1));
  }

  /** A change counts at the end of its step, so that what a curve shows has happened. */
  private void add(long momentNanos, Counts change) {
    if (momentNanos != OperationTimes.NEVER) {
      long nanos = seen.sinceStartNanos(momentNanos);
      long step = nanos <= 0 ? 0 : (nanos + STEP_NANOS - 1) / STEP_NANOS;
      changes.merge(step, change, Counts::plus);
    }
  }

  private void accumulate(TrialReport report) {
    List<Double> millis = new ArrayList<>();
    List<Counts> counts = new ArrayList<>();
    Counts sum = Counts.NONE;
    for (Map.Entry<Long, Counts> change : changes.entrySet()) {
      Counts next = sum.plus(change.getValue());
      if (counts.isEmpty() || !next.equals(sum)) {
        millis.add(change.getKey() * STEP_NANOS / NANOS_PER_MILLI);
        counts.add(next);
      }
      sum = next;
    }
    report.curve(curve(Curve.SESSIONS, millis, counts, Counts::total));
    report.curve(curve(Curve.IN_USE, millis, counts, Counts::inUse));
    report.curve(curve(Curve.WAITING, millis, counts, Counts::waiting));
  }

  /** The waits at percentiles that lie closer together towards the longest. */
  private static Curve waits(Observation seen) {
    List<Double> percentiles = new ArrayList<>();
    List<Double> millis = new ArrayList<>();
    for (HistogramIterationValue value : seen.waits().percentiles(TICKS_PER_HALF_DISTANCE)) {
      percentiles.add(value.getPercentileLevelIteratedTo());
      millis.add(value.getValueIteratedTo() / NANOS_PER_MILLI);
    }
    return new Curve(Curve.ACQUIRE_WAIT, "%", "ms", percentiles, millis);
  }

  private static Curve curve(
      String name, List<Double> millis, List<Counts> counts, ToIntFunction<Counts> part) {
    return new Curve(
        name, "ms", "#", millis, counts.stream().map(c -> (double) part.applyAsInt(c)).toList());
  }
}
