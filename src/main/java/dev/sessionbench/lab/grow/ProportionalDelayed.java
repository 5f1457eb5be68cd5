package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;

/**
 * As many as wait, and a share more, once there has been time to see them: the first caller with
 * nothing on its way to it starts a delay, at whose end {@code (1 + surplus) uncovered} sessions
 * are asked for, uncovered being the waiters less the sessions being created. With neither delay
 * nor surplus this is {@link OnePerExcessWaiter}.
 */
public final class ProportionalDelayed extends MinimumAndMore {
  private final double surplus;
  private final Between amount;
  private final long delayNanos;
  private long asksNanos = NEVER;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param surplus the share beyond those who wait, at least 0
   * @param amount the range of one growth
   * @param delayNanos from the first miss to the growth, in nanoseconds, at least 0
   * @param maxBatch the most sessions of one request, at least 1
   */
  public ProportionalDelayed(
      Limits limits, double surplus, Between amount, long delayNanos, int maxBatch) {
    super(limits, maxBatch, TEN_SECONDS, Traits.QUEUED);
    this.surplus = surplus;
    this.amount = amount;
    this.delayNanos = delayNanos;
  }

  @Override
  int amount(PoolView pool, PoolEvent event) {
    int uncovered = pool.uncovered(event);
    boolean now = event instanceof PoolEvent.Tick && pool.nowNanos() >= asksNanos;
    if (now) {
      asksNanos = NEVER;
    } else if (event.isMiss() && uncovered > 0 && asksNanos == NEVER) {
      now = delayNanos == 0;
      asksNanos = now ? NEVER : pool.nowNanos() + delayNanos;
    }
    return now && uncovered > 0 ? amount.of((1 + surplus) * uncovered) : 0;
  }

  @Override
  public long nextTickNanos() {
    return Math.min(asksNanos, super.nextTickNanos());
  }
}
