package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;

/**
 * An amount in proportion to what there is: at a miss with nothing on its way to it, {@code (factor
 * - 1) (live + being created)}, so that the requests grow with the logarithm of the demand until
 * the most for one growth binds.
 */
public final class DoublingBySize extends MinimumAndMore {
  private final double factor;
  private final Between amount;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param factor by which each growth enlarges the pool, more than 1
   * @param amount the range of one growth
   * @param maxBatch the most sessions of one request, at least 1
   */
  public DoublingBySize(Limits limits, double factor, Between amount, int maxBatch) {
    super(limits, maxBatch, TEN_SECONDS, Traits.QUEUED);
    this.factor = factor;
    this.amount = amount;
  }

  @Override
  int amount(PoolView pool, PoolEvent event) {
    return event.isMiss() && pool.uncovered(event) > 0
        ? amount.of((factor - 1) * (pool.total() + pool.creating()))
        : 0;
  }
}
