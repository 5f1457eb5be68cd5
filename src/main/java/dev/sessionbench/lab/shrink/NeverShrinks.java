package dev.sessionbench.lab.shrink;

import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.ShrinkRule;

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
