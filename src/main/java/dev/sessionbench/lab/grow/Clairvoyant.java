package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import java.util.ArrayList;
import java.util.List;

/**
 * What a pool would do that knew the load beforehand: a bound for all others, which none can have.
 * It fills the minimum at the opening and then sends what {@link ClairvoyantPlan} has found, so
 * that every session is there when it is first wanted and as few requests are made as can be.
 *
 * <p>It does nothing besides, so with a server that is slower than was assumed, or fails, callers
 * wait.
 */
public final class Clairvoyant implements GrowthStrategy {
  private final Channels channels;
  private final List<ClairvoyantPlan.Request> requests;
  private long openedNanos;
  private int done;

  /** A rule for one pool. */
  public Clairvoyant(ClairvoyantPlan plan) {
    this.channels = new Channels(plan.limits().numChannels(), Channels.ANY_SIZE);
    this.requests = plan.requests();
  }

  @Override
  public Traits traits() {
    return Traits.QUEUED;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    List<Creation> creations = new ArrayList<>();
    if (event instanceof PoolEvent.Opened) {
      openedNanos = pool.nowNanos();
      creations.addAll(channels.spread(pool.limits().minSessions()));
    }
    while (nextTickNanos() <= pool.nowNanos()) {
      creations.addAll(channels.inTurn(requests.get(done).sessions()));
      done++;
    }
    return creations;
  }

  @Override
  public long nextTickNanos() {
    return done == requests.size() ? NEVER : openedNanos + requests.get(done).sentNanos();
  }
}
