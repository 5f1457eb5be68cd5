package dev.sessionbench.bench.client;

import java.util.List;

/**
 * What a pool of ours has done since it was opened, beside its {@link PoolMetrics}.
 *
 * @param idleNanos the time that sessions were idle, summed over the sessions, in nanoseconds of a
 *     load that was not stretched
 * @param maxSessions most sessions alive at the same time
 * @param neverUsed sessions that were lent to nobody
 * @param closings when it gave up each session that it no longer has, on the clock of {@code
 *     SystemTime}
 * @param refused callers who were refused for another reason than a wait that was too long
 */
public record PoolAccount(
    long idleNanos, long maxSessions, long neverUsed, List<Long> closings, long refused) {
  /** Copies the list. */
  public PoolAccount {
    closings = List.copyOf(closings);
  }

  /** The same with the idle time of a load alone. */
  public PoolAccount idleFor(long nanos) {
    return new PoolAccount(nanos, maxSessions, neverUsed, closings, refused);
  }
}
