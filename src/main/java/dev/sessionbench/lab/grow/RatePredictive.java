package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;

/**
 * What {@link RatePredictor} says will be in use, asked for before it is: at the end of each of its
 * periods what is missing to that target, and at least one for every caller with nothing on its way
 * to it; at such a caller's miss likewise, because in a closed load the callers who wait do not ask
 * again and the rate understates them.
 */
public final class RatePredictive extends MinimumAndMore {
  private final RatePredictor predictor;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param tuning how the prediction is made
   * @param maxBatch the most sessions of one request, at least 1
   */
  public RatePredictive(Limits limits, RatePredictor.Tuning tuning, int maxBatch) {
    super(limits, maxBatch, TEN_SECONDS, Traits.QUEUED);
    this.predictor = new RatePredictor(tuning);
  }

  @Override
  int amount(PoolView pool, PoolEvent event) {
    boolean looks = predictor.tell(pool, event);
    int uncovered = pool.uncovered(event);
    return looks || (event.isMiss() && uncovered > 0)
        ? Math.max(predictor.target(pool) - pool.total() - pool.creating(), uncovered)
        : 0;
  }

  @Override
  public long nextTickNanos() {
    return Math.min(predictor.nextTickNanos(), super.nextTickNanos());
  }
}
