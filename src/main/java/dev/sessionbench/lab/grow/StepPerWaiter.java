package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import dev.sessionbench.lab.strategy.Traits.Failure;

/**
 * A whole step in one request for every caller that finds nothing idle, whatever is on its way: k
 * callers at once ask for {@code min(k step, room)} sessions. Nobody hears of a failed request, and
 * nothing looks after the minimum.
 *
 * <p>Source: {@code session.rs} of google-cloud-rust's spanner, commit b59e995.
 */
public final class StepPerWaiter extends MinimumAndMore {
  private final int step;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param step sessions for each request, at least 1
   */
  public StepPerWaiter(Limits limits, int step) {
    super(limits, Channels.ANY_SIZE, GrowthStrategy.NEVER, Traits.QUEUED.with(Failure.NOBODY));
    this.step = step;
  }

  @Override
  int amount(PoolView pool, PoolEvent event) {
    return event.isMiss() ? step : 0;
  }
}
