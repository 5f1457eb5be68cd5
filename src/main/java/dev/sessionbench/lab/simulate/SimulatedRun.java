package dev.sessionbench.lab.simulate;

import dev.sessionbench.bench.load.Recording;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import java.util.List;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * What happened in a simulation: what it cost, and whom. Times are in nanoseconds, and those of a
 * load that was not stretched.
 *
 * @param recording what came of the operations
 * @param serveNanos from the start of the load to the end of its last operation
 * @param timeToMaxNanos from the start of the load until the pools held as many sessions as they
 *     may; NaN if never
 * @param idleNanos the time that sessions were idle while the load was on, summed over the sessions
 * @param maxInProgress BatchCreateSessions requests of all clients in progress at the same time at
 *     most
 * @param peakPerSecond BatchCreateSessions requests of all clients that arrived in one second of
 *     the load at most
 * @param minSessions the minimum of each pool
 * @param pools what each pool has done, when nothing was on its way any more
 */
public record SimulatedRun(
    Recording recording,
    long serveNanos,
    double timeToMaxNanos,
    long idleNanos,
    int maxInProgress,
    long peakPerSecond,
    int minSessions,
    List<PoolStatistics> pools) {
  /** How long the operations waited for their sessions, or until they were refused one. */
  public Histogram waits() {
    return recording.waits();
  }

  /** Operations that have ended, those that failed among them. */
  public long operations() {
    return recording.ended();
  }

  /** Operations that got no session. */
  public long failed() {
    return recording.failed();
  }

  /** A count, summed over the pools. */
  public long sum(ToLongFunction<PoolStatistics> count) {
    return pools.stream().mapToLong(count).sum();
  }

  /** Sessions created beyond the larger of the minimum and the most in use, over all pools. */
  public long overshoot() {
    return sum(p -> Math.max(0, p.created() - Math.max(minSessions, p.maxInUse())));
  }
}
