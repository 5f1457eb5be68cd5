package dev.sessionbench.lab.shrink;

import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.ShrinkRule;

/**
 * Closes a session that comes back while enough are idle.
 *
 * <p>Sources: {@code sql.go} of Go's database/sql (two idle); {@code pool.go} of vitess'
 * smartconnpool; {@code BurstyPool} of python-spanner v3.63.0 (ten).
 */
public final class IdleLimit implements ShrinkRule {
  private final int maxIdle;

  /**
   * A rule for one pool.
   *
   * @param maxIdle idle sessions that are enough, at least 0
   */
  public IdleLimit(int maxIdle) {
    this.maxIdle = maxIdle;
  }

  @Override
  public int decide(PoolView pool, PoolEvent event) {
    return event instanceof PoolEvent.Returned ? Math.max(0, pool.idle() - maxIdle) : 0;
  }
}
