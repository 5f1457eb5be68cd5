package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import java.util.List;

/**
 * As many sessions as there are waiters without one on its way: at a miss {@code waiting - being
 * created + 1}, spread over the channels. In a steady state that is one; it is more only after a
 * failed request. The limit of eight requests at once is that of the client's executor.
 *
 * <p>Source: {@code SessionPool.getAllowedCreateSessions} of java-spanner v1.52.0, without its
 * prepared sessions for writes and its immediate replacement of a session that was not found.
 */
public final class OnePerExcessWaiter extends MinimumAndMore {
  private static final int EXECUTOR_THREADS = 8;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   */
  public OnePerExcessWaiter(Limits limits) {
    super(limits, Channels.ANY_SIZE, TEN_SECONDS, Traits.QUEUED.atMostInFlight(EXECUTOR_THREADS));
  }

  @Override
  int amount(PoolView pool, PoolEvent event) {
    return event.isMiss() ? pool.uncovered(event) : 0;
  }

  @Override
  List<Creation> requests(Channels over, int sessions) {
    return over.spread(Math.max(0, sessions));
  }
}
