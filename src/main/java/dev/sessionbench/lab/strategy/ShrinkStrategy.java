package dev.sessionbench.lab.strategy;

/**
 * How a pool gives sessions up, chosen apart from how it grows.
 *
 * <p>A pool tells it every event, immediately after the growth strategy and with the view that is
 * true then. It closes as many idle sessions as are decided, in {@link #order()}, and tells both
 * strategies {@link PoolEvent.Closed}. One instance serves one pool.
 */
@FunctionalInterface
public interface ShrinkStrategy {
  /** Which idle sessions go first. */
  enum Order {
    /** Those used last. */
    MOST_RECENTLY_USED,
    /** Those unused for longest. */
    LEAST_RECENTLY_USED
  }

  /**
   * Decides how many idle sessions to close.
   *
   * @param pool the pool as it is now
   * @param event what has happened
   * @return none if less than 1; more than are idle closes all that are
   */
  int decide(PoolView pool, PoolEvent event);

  /** Which go first: in most pools, those used last. */
  default Order order() {
    return Order.MOST_RECENTLY_USED;
  }

  /** Whether closing one is an RPC (DeleteSession), as in most pools, or the server forgets it. */
  default boolean deletes() {
    return true;
  }

  /**
   * When this strategy wants to be told the time next.
   *
   * @return a moment of {@link PoolView#nowNanos()}, or {@link GrowthStrategy#NEVER}
   */
  default long nextTickNanos() {
    return GrowthStrategy.NEVER;
  }
}
