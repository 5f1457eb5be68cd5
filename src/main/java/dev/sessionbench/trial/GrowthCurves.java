package dev.sessionbench.trial;

import dev.sessionbench.load.OperationTimes;
import dev.sessionbench.mock.journal.RpcRecord;
import dev.sessionbench.model.Curve;
import dev.sessionbench.model.Rpc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * The pool's size, and the sessions in use and wanted, against time; and the waits.
 *
 * <p>Nothing is sampled while the load runs: the curves are put together afterwards, from the
 * server's journal and from the moments at which each operation wanted, had and released its
 * session. They are written down whenever one changes, at most once in {@value #STEP_NANOS} ns.
 */
final class GrowthCurves {
  private static final long STEP_NANOS = 1_000_000;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Observation seen;

  /** How the three counts change within a step, by its number; what came before is in the first. */
  private final Map<Long, Counts> changes = new TreeMap<>();

  /** The three counts, or how they change at one moment. */
  private record Counts(int total, int inUse, int waiting) {
    static final Counts NONE = new Counts(0, 0, 0);

    Counts plus(Counts other) {
      return new Counts(total + other.total, inUse + other.inUse, waiting + other.waiting);
    }
  }

  private GrowthCurves(Observation seen) {
    this.seen = seen;
    changes.put(0L, Counts.NONE);
  }

  /** Adds the curves of a run on a server that keeps a journal. */
  static void read(Observation seen, TrialReport report) {
    if (seen.server().isEmpty()) {
      return;
    }
    GrowthCurves curves = new GrowthCurves(seen);
    seen.server().get().journal().forEach(curves::add);
    seen.operations().forEach(curves::add);
    curves.accumulate(report);
    report.curve(AcquireWaits.of(seen).percentiles());
  }

  private void add(RpcRecord rpc) {
    if (rpc.rpc() == Rpc.BATCH_CREATE_SESSIONS) {
      add(rpc.repliedNanos(), new Counts(rpc.sessions(), 0, 0));
    }
  }

  private void add(OperationTimes operation) {
    add(operation.wantedNanos(), new Counts(0, 0, 1));
    add(operation.acquiredNanos(), new Counts(0, 1, -1));
    add(operation.releasedNanos(), new Counts(0, -1, 0));
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

  private static Curve curve(
      String name, List<Double> millis, List<Counts> counts, ToIntFunction<Counts> part) {
    return new Curve(
        name, "ms", "#", millis, counts.stream().map(c -> (double) part.applyAsInt(c)).toList());
  }
}
