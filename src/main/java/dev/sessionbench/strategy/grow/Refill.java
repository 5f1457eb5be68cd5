package dev.sessionbench.strategy.grow;

import dev.sessionbench.strategy.GrowthStrategy;
import dev.sessionbench.strategy.PoolEvent;
import dev.sessionbench.strategy.PoolView;

/**
 * A maintainer that looks in fixed intervals whether the pool has fallen below its minimum. It asks
 * for the time only while sessions are missing, so that a pool at rest has nothing to do.
 */
final class Refill {
  private final long periodNanos;
  private long openedNanos;
  private long nextNanos = GrowthStrategy.NEVER;

  /**
   * A maintainer that has not looked yet.
   *
   * @param periodNanos from the opening to the first look, and from each to the next, in
   *     nanoseconds, at least 1
   */
  Refill(long periodNanos) {
    this.periodNanos = periodNanos;
  }

  /**
   * How many sessions it now asks for. To be asked at every event.
   *
   * @param pool the pool, as it is before anything is decided about this event
   * @return those missing if it is time to look, else 0
   */
  int due(PoolView pool, PoolEvent event) {
    if (event instanceof PoolEvent.Opened) {
      openedNanos = pool.nowNanos();
      return 0;
    }
    int missing = pool.missing();
    boolean looks = pool.nowNanos() >= nextNanos;
    if (missing <= 0 || looks) {
      nextNanos = GrowthStrategy.NEVER;
    } else if (nextNanos == GrowthStrategy.NEVER) {
      long periods = (pool.nowNanos() - openedNanos) / periodNanos + 1;
      nextNanos = openedNanos + periods * periodNanos;
    }
    return looks ? Math.max(0, missing) : 0;
  }

  /** When it looks next, {@link GrowthStrategy#NEVER} while nothing is missing. */
  long nextNanos() {
    return nextNanos;
  }
}
