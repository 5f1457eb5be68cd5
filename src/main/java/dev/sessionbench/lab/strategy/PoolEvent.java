package dev.sessionbench.lab.strategy;

/**
 * An event in a pool that a strategy may react to. The pool first does its own part. So {@link
 * PoolView} shows sessions already handed over, arrivals given to waiters, and lost sessions
 * subtracted.
 */
public sealed interface PoolEvent {
  /** Whether a caller found no idle session, at its first try or when it was woken. */
  default boolean isMiss() {
    return this instanceof Woken || (this instanceof Wanted wanted && !wanted.served());
  }

  /** The pool has been opened and is empty. Comes once, before any other event. */
  record Opened() implements PoolEvent {}

  /**
   * A caller wants a session.
   *
   * @param served whether it got an idle one. If not, this is a miss: the strategy decides before
   *     the caller joins the queue
   */
  record Wanted(boolean served) implements PoolEvent {}

  /**
   * A waiter was woken, found nothing and asks again. Comes only as {@link Traits#waking()} says;
   * the caller does not count as waiting.
   */
  record Woken() implements PoolEvent {}

  /** A caller has released its session. */
  record Returned() implements PoolEvent {}

  /**
   * A request has been answered. If the answer was short and the pool asks again for the rest, each
   * answer is an event.
   */
  record Created() implements PoolEvent {}

  /**
   * A request has failed.
   *
   * @param lost how many sessions will not come, at least 1
   */
  record Failed(int lost) implements PoolEvent {}

  /**
   * Sessions have left the pool: it shrank, they expired, or the server no longer knows them.
   *
   * @param sessions how many, at least 1
   */
  record Closed(int sessions) implements PoolEvent {}

  /**
   * The moment named by the strategy has come ({@link GrowthStrategy#nextTickNanos()}). Extra ticks
   * are possible, such as those of another strategy.
   */
  record Tick() implements PoolEvent {}
}
