package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;

/**
 * A step that doubles with each growth and is small again after a while without a miss: small where
 * misses are rare, large where they come one after the other. The idea is TCP's slow start (RFC
 * 5681).
 */
public final class DoublingByRun extends MinimumAndMore {
  private final Between amount;
  private final long quietNanos;
  private int step;
  private long lastMissNanos;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param amount the first step and the largest
   * @param quietNanos how long without a miss makes the step the first again, in nanoseconds
   * @param maxBatch the most sessions of one request, at least 1
   */
  public DoublingByRun(Limits limits, Between amount, long quietNanos, int maxBatch) {
    super(limits, maxBatch, TEN_SECONDS, Traits.QUEUED);
    this.amount = amount;
    this.quietNanos = quietNanos;
    this.step = amount.least();
  }

  @Override
  int amount(PoolView pool, PoolEvent event) {
    if (!event.isMiss()) {
      return 0;
    }
    if (pool.nowNanos() - lastMissNanos >= quietNanos) {
      step = amount.least();
    }
    lastMissNanos = pool.nowNanos();
    if (pool.uncovered(event) <= 0 || pool.room() <= 0) {
      return 0;
    }
    int now = step;
    step = amount.of(2.0 * step);
    return now;
  }
}
