package dev.sessionbench.lab.strategy;

import static dev.sessionbench.lab.strategy.GrowthStrategy.NEVER;

import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import dev.sessionbench.lab.strategy.MinimumAndMore.Amount;
import dev.sessionbench.lab.strategy.Traits.Failure;
import dev.sessionbench.lab.strategy.Traits.Handover;
import java.util.concurrent.TimeUnit;

/**
 * Adds one request at every miss to a queue that one thread works through, up to the maximum.
 *
 * <p>With elision a miss adds a request only if more callers wait than requests are queued. A
 * queued request is dropped unless there is still room and idle sessions are fewer than the minimum
 * or the waiters.
 *
 * <p>After a failure the thread pauses for 10 ms, doubling up to 5 s, and tries once more. A
 * housekeeper maintains the idle minimum.
 *
 * <p>A connection that comes back is free until the waiter has woken up. A caller that takes it
 * meanwhile asks for one more on behalf of those who wait. Without elision this is the same class
 * before pull request 776 (2016).
 */
final class OnePerWaiter implements Amount {
  /** One thread sends the requests, and no caller gets the error of a failed one. */
  static final Traits TRAITS =
      Traits.QUEUED
          .withHandover(Handover.RACED)
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
   * Makes one for one pool, whose minimum is a minimum of idle sessions.
   *
   * @param elides whether it checks again that a request is needed before sending it
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
    // A caller that takes a connection before those who wait asks for one more.
    boolean asks = event.isMiss() || event instanceof PoolEvent.Wanted;
    int waiting = pool.waiting() + (event.isMiss() ? 1 : 0);
    return asks && waiting > (elides ? queued : 0) ? 1 : 0;
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
