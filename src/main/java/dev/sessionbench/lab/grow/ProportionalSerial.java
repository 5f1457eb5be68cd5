package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;

/**
 * As many as wait, and a share more, one growth at a time: nothing is asked for while anything is
 * being created; when the last of it has come, or at a miss while there is none, {@code (1 +
 * surplus) waiting} sessions are. The time of one request is what the rule waits to see the demand.
 */
public final class ProportionalSerial extends MinimumAndMore {
  private final double surplus;
  private final Between amount;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param surplus the share beyond those who wait, at least 0
   * @param amount the range of one growth
   * @param maxBatch the most sessions of one request, at least 1
   */
  public ProportionalSerial(Limits limits, double surplus, Between amount, int maxBatch) {
    super(limits, maxBatch, TEN_SECONDS, Traits.QUEUED);
    this.surplus = surplus;
    this.amount = amount;
  }

  @Override
  int amount(PoolView pool, PoolEvent event) {
    boolean asked =
        event.isMiss() || event instanceof PoolEvent.Created || event instanceof PoolEvent.Failed;
    int uncovered = pool.uncovered(event);
    return asked && pool.creating() == 0 && uncovered > 0
        ? amount.of((1 + surplus) * uncovered)
        : 0;
  }
}
