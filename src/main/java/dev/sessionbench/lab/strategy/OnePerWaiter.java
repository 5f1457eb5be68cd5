package dev.sessionbench.lab.strategy;

import static dev.sessionbench.lab.strategy.GrowthStrategy.NEVER;

import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import dev.sessionbench.lab.strategy.MinimumAndMore.Amount;
import dev.sessionbench.lab.strategy.Traits.Failure;
import java.util.concurrent.TimeUnit;

/**
 * One request at every miss, in a queue that one thread works off, as far as the maximum allows.
 *
 * <p>With elision a miss adds one only if more wait than are queued. Before each is sent it is
 * dropped, unless there still is room and fewer are idle than the minimum or than callers wait.
 *
 * <p>After a failure the thread pauses from 10 ms, doubling to 5 s, and tries once more. A
 * housekeeper looks after the idle minimum.
 *
 * <p>In HikariCP a caller that takes a connection from under a waiter asks for one more; with a
 * queue that hands over that does not happen. Without elision: the same class as it was before pull
 * request 776 (2016).
 */
final class OnePerWaiter implements Amount {
  /** One thread sends, and nobody hears of a failure. */
  static final Traits TRAITS =
      Traits.QUEUED
          .withFailure(Failure.NOBODY)
          .withMaxInFlight(1)
          .withOpening(Channels::singly)
          .withGrowth(Channels::singly)
          .withLookNanos(TimeUnit.SECONDS.toNanos(30))
          .withBounded(false);

  private static final long LEAST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long MOST_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final boolean elides;
  private long backoffNanos = LEAST_BACKOFF_NANOS;
  private long triesAgainNanos = NEVER;

  /**
   * Makes one for one pool, whose minimum is that of the idle sessions.
   *
   * @param elides whether it asks again whether a request is needed
   */
  OnePerWaiter(boolean elides) {
    this.elides = elides;
  }

  @Override
  public int of(PoolView pool, PoolEvent event) {
    if (event instanceof PoolEvent.Failed) {
      triesAgainNanos = pool.nowNanos() + backoffNanos;
      backoffNanos = Math.min(2 * backoffNanos, MOST_BACKOFF_NANOS);
    } else if (event instanceof PoolEvent.Created) {
      backoffNanos = LEAST_BACKOFF_NANOS;
    } else if (event instanceof PoolEvent.Tick && pool.nowNanos() >= triesAgainNanos) {
      triesAgainNanos = NEVER;
      return 1;
    }
    int queued = pool.creating() - pool.sessionsInFlight();
    return event.isMiss() && (!elides || pool.waiting() + 1 > queued) ? 1 : 0;
  }

  @Override
  public int missing(PoolView pool, PoolEvent event) {
    return pool.limits().minSessions() - pool.idle() - pool.creating();
  }

  @Override
  public int stillNeeded(PoolView pool, Creation creation) {
    boolean wanted =
        !elides || pool.idle() < pool.limits().minSessions() || pool.waiting() > pool.idle();
    return wanted && pool.total() < pool.limits().maxSessions() ? 1 : 0;
  }

  @Override
  public long nextTickNanos() {
    return triesAgainNanos;
  }
}
