package dev.sessionbench.lab.shrink;

import dev.sessionbench.lab.strategy.PeriodicLook;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.ShrinkRule;

/**
 * Closes what has been idle for long: in fixed intervals, of the sessions unused for a time all but
 * {@code keptIdle}, down to the pool's minimum.
 *
 * <p>Sources: {@code session-pool.ts} of nodejs-spanner v8.6.0 (unused for 10 minutes, a look every
 * 10, one kept); {@code HikariPool} of HikariCP 6.0.0 and {@code pool.go} of pgxpool 5.9.2 (above
 * their minimum); {@code SessionPool.PoolMaintainer} of java-spanner v1.53.0 to v6.107.0 (unused
 * for 55 minutes, a look every 10 seconds, no RPC). The last does not look at the minimum: that its
 * pings keep about so many alive has the same effect.
 */
public final class IdleTime implements ShrinkRule {
  private final PeriodicLook look;
  private final long idleNanos;
  private final int keptIdle;
  private final boolean deletes;
  private final boolean keepsMinimum;

  /**
   * A rule for one pool.
   *
   * @param idleNanos how long a session must have been unused, in nanoseconds
   * @param everyNanos between two looks, in nanoseconds, at least 1
   * @param keptIdle of the sessions unused for so long, how many stay
   * @param deletes whether closing one is an RPC
   * @param keepsMinimum whether it closes none of the minimum
   */
  public IdleTime(
      long idleNanos, long everyNanos, int keptIdle, boolean deletes, boolean keepsMinimum) {
    this.look = new PeriodicLook(everyNanos);
    this.idleNanos = idleNanos;
    this.keptIdle = keptIdle;
    this.deletes = deletes;
    this.keepsMinimum = keepsMinimum;
  }

  @Override
  public int decide(PoolView pool, PoolEvent event) {
    int most =
        Math.min(
            pool.idle() - keptIdle,
            pool.total() - (keepsMinimum ? pool.limits().minSessions() : 0));
    int allowed = look.due(pool, event, most);
    return allowed == 0 ? 0 : Math.max(0, Math.min(allowed, pool.idleFor(idleNanos) - keptIdle));
  }

  @Override
  public Order order() {
    return Order.LEAST_RECENTLY_USED;
  }

  @Override
  public boolean deletes() {
    return deletes;
  }

  @Override
  public long nextTickNanos() {
    return look.nextNanos();
  }
}
