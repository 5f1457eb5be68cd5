package dev.sessionbench.lab.simulate;

import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import java.util.List;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * The outcome of a simulation: its costs, and the waits of its callers. Times are in unstretched
 * nanoseconds.
 *
 * @param waits how long the operations waited, until they got a session or were refused
 * @param failed operations that got no session
 * @param serveNanos from the start of the load to the end of its last operation
 * @param timeToMaxNanos from the start of the load until the pools held as many sessions as they
 *     may; NaN if never
 * @param idleNanos the time that sessions were idle during the load, summed over the sessions
 * @param maxInProgress the most BatchCreateSessions requests of all clients in progress at once
 * @param peakPerSecond the most BatchCreateSessions requests of all clients that arrived in one
 *     second of the load
 * @param minSessions the minimum of each pool
 * @param pools the counts of each pool, once nothing was on its way any more
 */
public record SimulatedRun(
    Histogram waits,
    long failed,
    long serveNanos,
    double timeToMaxNanos,
    long idleNanos,
    int maxInProgress,
    long peakPerSecond,
    int minSessions,
    List<PoolStatistics> pools) {
  /** A count, summed over the pools. */
  public long sum(ToLongFunction<PoolStatistics> count) {
    return pools.stream().mapToLong(count).sum();
  }

  /**
   * Sessions created beyond the larger of the minimum and the most in use, summed over all pools.
   */
  public long overshoot() {
    return sum(p -> Math.max(0, p.created() - Math.max(minSessions, p.maxInUse())));
  }
}
