package dev.sessionbench.lab.strategy;

import dev.sessionbench.lab.strategy.Traits.Failure;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The minimum is kept idle, beyond what is in use: after every acquire {@code waiting + minimum -
 * idle - being created} sessions are asked for in batches of at most {@code maxBatch}. A pool with
 * 200 in use and a minimum of 100 thus heads for 300.
 *
 * <p>Every waiter hears of a failed batch, and the pool is ill from then on: it asks only at a miss
 * and while nothing is being created, and for no more than the failed batch. An answer heals it.
 *
 * <p>Its first use in the source is taken as the opening. The limit of requests there is {@code
 * ceil(50 / maxBatch)}.
 */
final class Headroom implements GrowthStrategy {
  private static final int MAX_CONCURRENT_SESSIONS = 50;

  private final Channels channels;
  private final PeriodicLook maintainer = new PeriodicLook(TimeUnit.SECONDS.toNanos(30));
  private final Traits traits;
  private int failedBatch;

  /**
   * Makes one for one pool, whose minimum is that of the idle sessions.
   *
   * @param maxBatch the most sessions of one request, at least 1
   */
  Headroom(int maxBatch) {
    this.channels = new Channels(maxBatch);
    int requests = (MAX_CONCURRENT_SESSIONS + maxBatch - 1) / maxBatch;
    this.traits =
        Traits.QUEUED.with(Failure.EVERYBODY).atMostInFlight(requests).acceptingShortAnswers();
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    int needed = pool.uncovered(event) + pool.limits().minSessions() - pool.idle();
    boolean looks = maintainer.due(pool, event, Math.min(needed, pool.room())) > 0;
    boolean heals = failedBatch > 0 && event instanceof PoolEvent.Created;
    if (event instanceof PoolEvent.Failed failed) {
      failedBatch = failed.lost();
    } else if (heals) {
      failedBatch = 0;
    }
    if (failedBatch > 0) {
      boolean tries = event.isMiss() && pool.creating() == 0;
      return channels.inTurn(pool, tries ? Math.min(failedBatch, pool.room()) : 0);
    }
    boolean asked = event instanceof PoolEvent.Opened || event instanceof PoolEvent.Wanted;
    return channels.inTurn(pool, asked || looks || heals ? Math.min(needed, pool.room()) : 0);
  }

  @Override
  public boolean turnsAway(PoolView pool) {
    return pool.inUse() + pool.waiting() >= pool.limits().maxSessions();
  }

  @Override
  public long nextTickNanos() {
    return failedBatch > 0 ? NEVER : maintainer.nextNanos();
  }
}
