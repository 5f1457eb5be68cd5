package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PeriodicLook;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import dev.sessionbench.lab.strategy.Traits.Failure;
import dev.sessionbench.lab.strategy.Traits.Waking;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One step at a time: only the head of the queue is asked, and only while nothing is being created.
 * It asks for {@code min(step, room)} sessions, or for the whole minimum where that is more, by one
 * request. So a burst takes as many requests as with {@link FixedStep}, one after the other.
 *
 * <p>Source: {@code session-pool.ts} of nodejs-spanner v8.6.0, since v5.1.0. The minimum is one
 * request; a pool that is set to fail does so when its size, what is being created included, is at
 * the limit; a failed request fails the head alone, and the next in line sends its own.
 */
public final class SerialStep implements GrowthStrategy {
  private final Channels channels;
  private final PeriodicLook maintainer = new PeriodicLook(TimeUnit.MINUTES.toNanos(30));
  private final int step;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param step sessions for each request, at least 1
   */
  public SerialStep(Limits limits, int step) {
    this.channels = new Channels(limits.numChannels(), Channels.ANY_SIZE);
    this.step = step;
  }

  @Override
  public Traits traits() {
    return Traits.QUEUED.with(Waking.NEXT).with(Failure.HEAD);
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    int missing = maintainer.due(pool, event, pool.missing());
    if (event instanceof PoolEvent.Opened) {
      return channels.inTurn(pool.limits().minSessions());
    }
    boolean isHead = event instanceof PoolEvent.Woken || pool.waiting() == 0;
    boolean mayAsk = event.isMiss() && isHead && pool.creating() == 0;
    int amount = mayAsk ? Math.max(step, pool.missing()) : missing;
    return channels.inTurn(Math.min(amount, pool.room()));
  }

  @Override
  public boolean turnsAway(PoolView pool) {
    return pool.room() <= 0;
  }

  @Override
  public long nextTickNanos() {
    return maintainer.nextNanos();
  }
}
