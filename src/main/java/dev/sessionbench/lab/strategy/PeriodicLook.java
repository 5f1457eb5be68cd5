package dev.sessionbench.lab.strategy;

/**
 * Looks at a pool in fixed intervals from its opening, as the maintainer threads of real pools do.
 * It asks for the time only while there may be something to do, so that a pool at rest has none.
 */
public final class PeriodicLook {
  private final long periodNanos;
  private long openedNanos;
  private long nextNanos = GrowthStrategy.NEVER;

  /**
   * One that has not looked yet.
   *
   * @param periodNanos from the opening to the first look, and from each to the next, in
   *     nanoseconds, at least 1; {@link GrowthStrategy#NEVER} for none
   */
  public PeriodicLook(long periodNanos) {
    this.periodNanos = periodNanos;
  }

  /**
   * How many sessions something is now to be done about. To be told every event.
   *
   * @param pool the pool
   * @param event what has happened
   * @param sessions how many something might be done about, before anything is decided about the
   *     event; none if less than 1
   * @return those sessions if this is a look, else 0
   */
  public int due(PoolView pool, PoolEvent event, int sessions) {
    long now = pool.nowNanos();
    if (event instanceof PoolEvent.Opened) {
      openedNanos = now;
      return 0;
    }
    boolean looks = event instanceof PoolEvent.Tick && now >= nextNanos;
    if (sessions <= 0 || periodNanos == GrowthStrategy.NEVER) {
      nextNanos = GrowthStrategy.NEVER;
    } else if (looks || nextNanos == GrowthStrategy.NEVER) {
      nextNanos = openedNanos + ((now - openedNanos) / periodNanos + 1) * periodNanos;
    }
    return looks ? Math.max(0, sessions) : 0;
  }

  /** When it looks next, {@link GrowthStrategy#NEVER} while there is nothing to do. */
  public long nextNanos() {
    return nextNanos;
  }
}
