package dev.sessionbench.trial;

import dev.sessionbench.mock.journal.RpcRecord;
import dev.sessionbench.model.Curve;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.workload.OperationTimes;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pool's size, and the sessions in use and wanted, against time.
 *
 * <p>Nothing is sampled while the load runs: the curve is put together afterwards, from the
 * server's journal and from the moments at which each operation wanted, had and released its
 * session. It is written down whenever it changes, at most once in {@value #STEP_NANOS} ns.
 *
 * @param timeMillis milliseconds since the start of the load, rising
 * @param total sessions that the server has created by then
 * @param inUse operations that hold a session
 * @param waiting operations that wait for one
 */
public record GrowthTrace(
    List<Double> timeMillis, List<Double> total, List<Double> inUse, List<Double> waiting)
    implements Serializable {
  private static final long serialVersionUID = 1;
  private static final long STEP_NANOS = 1_000_000;
  private static final double NANOS_PER_MILLI = 1e6;

  /** How the three counts change at one moment. */
  private record Change(int total, int inUse, int waiting) {
    Change plus(Change other) {
      return new Change(total + other.total, inUse + other.inUse, waiting + other.waiting);
    }
  }

  /**
   * Puts the curve together.
   *
   * @param journal what the server did
   * @param operations what the load did
   * @param startNanos the start of the load, as of {@link System#nanoTime()}
   * @param timeScale what its simulated times were stretched by, and its times are divided by
   * @return the curve, from time 0 on; what came before is in its first point
   */
  static GrowthTrace of(
      List<RpcRecord> journal, List<OperationTimes> operations, long startNanos, int timeScale) {
    Map<Long, Change> changes = new TreeMap<>();
    changes.put(0L, new Change(0, 0, 0));
    for (RpcRecord rpc : journal) {
      if (rpc.rpc() == Rpc.BATCH_CREATE_SESSIONS) {
        add(
            changes,
            (rpc.repliedNanos() - startNanos) / timeScale,
            new Change(rpc.sessions(), 0, 0));
      }
    }
    for (OperationTimes operation : operations) {
      add(changes, (operation.wantedNanos() - startNanos) / timeScale, new Change(0, 0, 1));
      add(changes, (operation.acquiredNanos() - startNanos) / timeScale, new Change(0, 1, -1));
      if (operation.releasedNanos() != Long.MAX_VALUE) {
        add(changes, (operation.releasedNanos() - startNanos) / timeScale, new Change(0, -1, 0));
      }
    }
    return accumulate(changes);
  }

  /** The three counts as curves against time. */
  public List<Curve> curves() {
    return List.of(
        new Curve(Curve.SESSIONS, "ms", "#", timeMillis, total),
        new Curve(Curve.IN_USE, "ms", "#", timeMillis, inUse),
        new Curve(Curve.WAITING, "ms", "#", timeMillis, waiting));
  }

  /** A change counts at the end of its step, so that what the curve shows has happened. */
  private static void add(Map<Long, Change> changes, long nanos, Change change) {
    long step = nanos <= 0 ? 0 : (nanos + STEP_NANOS - 1) / STEP_NANOS;
    changes.merge(step, change, Change::plus);
  }

  private static GrowthTrace accumulate(Map<Long, Change> changes) {
    GrowthTrace curve =
        new GrowthTrace(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Change sum = new Change(0, 0, 0);
    for (Map.Entry<Long, Change> change : changes.entrySet()) {
      Change next = sum.plus(change.getValue());
      if (curve.timeMillis.isEmpty() || !next.equals(sum)) {
        curve.timeMillis.add(change.getKey() * STEP_NANOS / NANOS_PER_MILLI);
        curve.total.add((double) next.total);
        curve.inUse.add((double) next.inUse);
        curve.waiting.add((double) next.waiting);
      }
      sum = next;
    }
    return curve;
  }
}
