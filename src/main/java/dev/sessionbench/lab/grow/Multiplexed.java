package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import dev.sessionbench.lab.strategy.Traits.Failure;
import java.util.List;

/**
 * One session for everybody, made at the opening: no pool, and so the bound of what any growth can
 * cost. If it fails or is lost, the next caller that finds none has one made.
 *
 * <p>Source: the only way of google-cloud-spanner (Java) 6.108.0 and later.
 */
public final class Multiplexed implements GrowthStrategy {
  @Override
  public Traits traits() {
    return Traits.QUEUED.with(Failure.EVERYBODY).sharing();
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    boolean asked = event instanceof PoolEvent.Opened || event.isMiss();
    return asked && pool.total() + pool.creating() == 0 ? List.of(new Creation(1, 0)) : List.of();
  }

  @Override
  public boolean turnsAway(PoolView pool) {
    return false;
  }
}
