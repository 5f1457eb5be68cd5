package dev.sessionbench.lab.shrink;

import dev.sessionbench.lab.grow.RatePredictor;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.ShrinkRule;

/**
 * Closes what is beyond the prediction of {@link RatePredictor}, once the prediction has been below
 * what there is for a whole hold-down time: the least recently used first, by RPC.
 */
public final class PredictedSurplus implements ShrinkRule {
  private final RatePredictor predictor;
  private final long holdDownNanos;
  private long endsNanos = GrowthStrategy.NEVER;

  /**
   * A rule for one pool.
   *
   * @param tuning how the prediction is made
   * @param holdDownNanos how long there must be a surplus, in nanoseconds, at least 0
   */
  public PredictedSurplus(RatePredictor.Tuning tuning, long holdDownNanos) {
    this.predictor = new RatePredictor(tuning);
    this.holdDownNanos = holdDownNanos;
  }

  @Override
  public int decide(PoolView pool, PoolEvent event) {
    predictor.tell(pool, event);
    int surplus = Math.min(pool.total() - predictor.target(pool), pool.idle());
    if (surplus <= 0) {
      endsNanos = GrowthStrategy.NEVER;
    } else if (endsNanos == GrowthStrategy.NEVER) {
      endsNanos = pool.nowNanos() + holdDownNanos;
    } else if (event instanceof PoolEvent.Tick && pool.nowNanos() >= endsNanos) {
      endsNanos = GrowthStrategy.NEVER;
      return surplus;
    }
    return 0;
  }

  @Override
  public Order order() {
    return Order.LEAST_RECENTLY_USED;
  }

  @Override
  public long nextTickNanos() {
    return Math.min(endsNanos, predictor.nextTickNanos());
  }
}
