package dev.sessionbench.lab.strategy;

/**
 * Decides how a pool closes sessions, independently of how it grows.
 *
 * <p>A pool passes it every event, immediately after the growth strategy, with the view at that
 * moment. The pool closes as many idle sessions as it decides, in {@link #order()}. It then sends
 * both strategies {@link PoolEvent.Closed}. One instance serves one pool.
 */
@FunctionalInterface
public interface ShrinkStrategy {
  /** Which idle sessions are closed first. */
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
   * @return how many; none if less than 1, all idle sessions if more than are idle
   */
  int decide(PoolView pool, PoolEvent event);

  /** Which sessions are closed first; in most pools those used last. */
  default Order order() {
    return Order.MOST_RECENTLY_USED;
  }

  /**
   * Whether closing a session sends an RPC (DeleteSession), as in most pools. Otherwise the server
   * forgets it.
   */
  default boolean deletes() {
    return true;
  }

  /**
   * When this strategy wants its next tick.
   *
   * @return a moment of {@link PoolView#nowNanos()}, or {@link GrowthStrategy#NEVER}
   */
  default long nextTickNanos() {
    return GrowthStrategy.NEVER;
  }
}
