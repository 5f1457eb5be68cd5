package dev.sessionbench.lab.strategy;

import dev.sessionbench.lab.strategy.MinimumAndMore.Amount;
import dev.sessionbench.lab.strategy.Traits.Failure;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the minimum idle, in addition to the sessions in use. After every acquire it asks for
 * {@code waiting + minimum - idle - being created} sessions. So a pool with 200 in use and a
 * minimum of 100 grows towards 300.
 *
 * <p>Every waiter gets the error of a failed batch, and the pool is then ill. An ill pool asks only
 * at a miss while nothing is being created, for at most the size of the failed batch. An answer
 * heals it.
 *
 * <p>Its first use in the source is taken as the opening.
 */
final class Headroom implements Amount {
  private static final int MAX_CONCURRENT_SESSIONS = 50;

  private int failedBatch;

  /** Limits the size of a request; as many requests at once as the source allows. */
  static Traits traits(int maxBatch) {
    return Traits.QUEUED
        .withFailure(Failure.EVERYBODY)
        .withMaxInFlight((MAX_CONCURRENT_SESSIONS + maxBatch - 1) / maxBatch)
        .withAsksAgain(false)
        .withMaxBatch(maxBatch)
        .withOpening(Channels::inTurn)
        .withLookNanos(TimeUnit.SECONDS.toNanos(30))
        .withFull(pool -> pool.inUse() + pool.waiting() >= pool.limits().maxSessions());
  }

  @Override
  public int of(PoolView pool, PoolEvent event) {
    boolean heals = failedBatch > 0 && event instanceof PoolEvent.Created;
    if (event instanceof PoolEvent.Failed failed) {
      failedBatch = failed.lost();
    } else if (heals) {
      failedBatch = 0;
    }
    if (failedBatch > 0) {
      return event.isMiss() && pool.creating() == 0 ? failedBatch : 0;
    }
    return event instanceof PoolEvent.Wanted || heals ? missing(pool, event) : 0;
  }

  @Override
  public int missing(PoolView pool, PoolEvent event) {
    int needed = pool.uncovered(event) + pool.limits().minSessions() - pool.idle();
    return failedBatch > 0 ? 0 : needed;
  }
}
