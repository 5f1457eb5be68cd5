package dev.sessionbench.lab.strategy;

/**
 * Looks at a pool at fixed intervals from its opening, as the maintainer threads of real pools do.
 * It asks for ticks only while there may be something to do, so a pool at rest gets none.
 */
public final class PeriodicLook {
  private final long periodNanos;
  private long openedNanos;
  private long nextNanos = GrowthStrategy.NEVER;

  /**
   * Makes one that has not looked yet.
   *
   * @param periodNanos from the opening to the first look, and from each to the next, in
   *     nanoseconds, at least 1; {@link GrowthStrategy#NEVER} for none
   */
  public PeriodicLook(long periodNanos) {
    this.periodNanos = periodNanos;
  }

  /**
   * How many sessions to act on now. Must be called for every event.
   *
   * @param pool the pool
   * @param event what has happened
   * @param sessions how many it could act on before any decision about the event; less than 1 for
   *     none
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

  /** When it looks next; {@link GrowthStrategy#NEVER} while there is nothing to do. */
  public long nextNanos() {
    return nextNanos;
  }
}
