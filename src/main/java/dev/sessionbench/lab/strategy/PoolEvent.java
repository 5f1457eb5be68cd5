package dev.sessionbench.lab.strategy;

/**
 * Something that has happened in a pool. A strategy is told of it after the pool has done what it
 * does itself: {@link PoolView} shows the pool with the session handed over, the arrivals given to
 * waiters, the lost sessions subtracted.
 */
public sealed interface PoolEvent {
  /** Whether a caller has found no idle session: at its first try, or when it was woken. */
  default boolean isMiss() {
    return this instanceof Woken || (this instanceof Wanted wanted && !wanted.served());
  }

  /** Whether a request, or a part of one, has been answered or has failed. */
  default boolean endsRequest() {
    return this instanceof Created || this instanceof Failed;
  }

  /** The pool has been opened; it is empty. Told once, before anything else. */
  record Opened() implements PoolEvent {}

  /**
   * A caller wants a session.
   *
   * @param served whether there was an idle one, which it has now. If not, this is a miss: the
   *     strategy decides before the caller is put into the queue
   */
  record Wanted(boolean served) implements PoolEvent {}

  /**
   * A caller who waited has been woken, has found nothing and asks again. Told only as {@link
   * Traits#waking()} says; the caller is not counted as waiting.
   */
  record Woken() implements PoolEvent {}

  /**
   * A caller has given its session back.
   *
   * @param heldNanos how long the caller had it, in nanoseconds
   */
  record Returned(long heldNanos) implements PoolEvent {}

  /**
   * A request has been answered.
   *
   * @param sessions how many sessions arrived, at least 0; fewer than asked for if the answer was
   *     short. If the pool asks again for the rest, this is told once for each answer
   * @param channel on which channel
   * @param tookNanos the time from sending the request, in nanoseconds
   */
  record Created(int sessions, int channel, long tookNanos) implements PoolEvent {}

  /**
   * A request has failed.
   *
   * @param lost how many sessions will not come, at least 1
   * @param channel on which channel
   */
  record Failed(int lost, int channel) implements PoolEvent {}

  /**
   * Sessions have left the pool: shrunk away, expired, or unknown to the server.
   *
   * @param sessions how many, at least 1
   */
  record Closed(int sessions) implements PoolEvent {}

  /**
   * The moment that the strategy named has come ({@link GrowthStrategy#nextTickNanos()}). A pool
   * may tell it more often, for instance because another strategy named a moment.
   */
  record Tick() implements PoolEvent {}
}
