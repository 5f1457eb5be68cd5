package dev.sessionbench.strategy.shrink;

import dev.sessionbench.strategy.PoolEvent;
import dev.sessionbench.strategy.PoolView;
import dev.sessionbench.strategy.ShrinkRule;

/** Keeps every session, as google-cloud-cpp does. */
public final class NeverShrinks implements ShrinkRule {
  @Override
  public int decide(PoolView pool, PoolEvent event) {
    return 0;
  }

  @Override
  public Order order() {
    return Order.LEAST_RECENTLY_USED;
  }

  @Override
  public boolean deletes() {
    return false;
  }
}
