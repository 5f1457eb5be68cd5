package dev.sessionbench.lab.simulate;

import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import java.util.List;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * What happened in a simulation: what it cost, and whom. Times are in nanoseconds, and those of a
 * load that was not stretched.
 */
public final class SimulatedRun {
  private final LoadTally tally;
  private final long serveNanos;
  private final double timeToMaxNanos;
  private final long idleNanos;
  private final int maxInProgress;
  private final long peakPerSecond;
  private final int minSessions;
  private final List<PoolStatistics> pools;

  SimulatedRun(
      LoadTally tally,
      long serveNanos,
      double timeToMaxNanos,
      long idleNanos,
      int maxInProgress,
      long peakPerSecond,
      int minSessions,
      List<PoolStatistics> pools) {
    this.tally = tally;
    this.serveNanos = serveNanos;
    this.timeToMaxNanos = timeToMaxNanos;
    this.idleNanos = idleNanos;
    this.maxInProgress = maxInProgress;
    this.peakPerSecond = peakPerSecond;
    this.minSessions = minSessions;
    this.pools = pools;
  }

  /** From the start of the load to the end of its last operation. */
  public long serveNanos() {
    return serveNanos;
  }

  /** From the start of the load until the pools held as many sessions as they may; NaN if never. */
  public double timeToMaxNanos() {
    return timeToMaxNanos;
  }

  /** The time that sessions were idle while the load was on, summed over the sessions. */
  public long idleNanos() {
    return idleNanos;
  }

  /** BatchCreateSessions requests of all clients in progress at the same time at most. */
  public int maxInProgress() {
    return maxInProgress;
  }

  /** BatchCreateSessions requests of all clients that arrived in one second of the load at most. */
  public long peakPerSecond() {
    return peakPerSecond;
  }

  /** How long the operations waited for their sessions, or until they were refused one. */
  public Histogram waits() {
    return tally.waits();
  }

  /** Operations that have ended, those that failed among them. */
  public long operations() {
    return tally.ended();
  }

  /** Operations that got no session. */
  public long failed() {
    return tally.failed();
  }

  /** What each pool has done, when nothing was on its way any more. */
  public List<PoolStatistics> pools() {
    return pools;
  }

  /** A count, summed over the pools. */
  public long sum(ToLongFunction<PoolStatistics> count) {
    return pools.stream().mapToLong(count).sum();
  }

  /** Sessions created beyond the larger of the minimum and the most in use, over all pools. */
  public long overshoot() {
    return sum(p -> Math.max(0, p.created() - Math.max(minSessions, p.maxInUse())));
  }

  /** What came of the operations of a load, without keeping them. */
  static final class LoadTally {
    private static final int SIGNIFICANT_DIGITS = 3;

    private final Histogram waits = new Histogram(SIGNIFICANT_DIGITS);
    private final int timeScale;
    private long ended;
    private long failed;
    private long lastNanos;

    LoadTally(int timeScale) {
      this.timeScale = timeScale;
    }

    void add(OperationTimes times, long nowNanos) {
      // As of a measured load, those that failed too: their wait was no shorter.
      waits.recordValue(times.waitNanos() / timeScale);
      ended++;
      failed += times.failed() ? 1 : 0;
      lastNanos = nowNanos;
    }

    Histogram waits() {
      return waits;
    }

    long ended() {
      return ended;
    }

    long failed() {
      return failed;
    }

    /** When the last operation ended. */
    long lastNanos() {
      return lastNanos;
    }
  }
}
