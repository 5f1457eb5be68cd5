package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import java.util.List;

/**
 * One session for each caller that finds nothing idle, while there is room. In most pools that have
 * this rule the caller makes the session itself and is tied to it ({@link Traits#TIED}); untied,
 * another caller's return may serve it first. Callers beyond the limit wait.
 *
 * <p>Sources: {@code pool.rb} of ruby-spanner v2.29.0; {@code CacheSessionPool.php} v1.106.0;
 * {@code GenericObjectPool} of commons-pool 2.13.1; {@code sql.go} of Go; {@code pool.go} of
 * vitess' smartconnpool; {@code pool.go} of puddle 2.2.2; the pool of google-cloud-go's spanner
 * before v1.6.0; {@code BurstyPool} of python-spanner v3.63.0.
 */
public final class OnePerCaller implements GrowthStrategy {
  /** Whether the pool's limit is heeded. */
  public enum Bound {
    /** It is. */
    MAX_SESSIONS,
    /** It is not: Python's bursty pool has none, starts empty, and is never full. */
    NONE
  }

  /** What happens after a failed request. */
  public enum AfterFailure {
    /** Nothing. */
    NOTHING,
    /**
     * As many requests, one session each, as callers wait, as far as there is room; they are tied
     * to nobody ({@code DB.maybeOpenNewConnections} of Go's database/sql, which sends them one
     * after the other).
     */
    REOPENS
  }

  private final Channels channels;
  private final int maxBurst;
  private final Bound bound;
  private final AfterFailure afterFailure;
  private final Traits traits;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param maxBurst sessions being created beyond which no caller begins another, at least 1
   * @param bound whether the limit is heeded
   * @param afterFailure what happens after a failed request
   * @param traits what else the pool does
   */
  public OnePerCaller(
      Limits limits, int maxBurst, Bound bound, AfterFailure afterFailure, Traits traits) {
    this.channels = new Channels(limits.numChannels(), Channels.ANY_SIZE);
    this.maxBurst = maxBurst;
    this.bound = bound;
    this.afterFailure = afterFailure;
    this.traits = traits;
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    int room = bound == Bound.NONE ? Integer.MAX_VALUE : pool.room();
    if (event instanceof PoolEvent.Opened) {
      return channels.spread(bound == Bound.NONE ? 0 : pool.limits().minSessions());
    }
    if (event instanceof PoolEvent.Failed && afterFailure == AfterFailure.REOPENS) {
      return channels.singly(Math.min(pool.waiting(), room));
    }
    return event.isMiss() && room > 0 && pool.creating() < maxBurst
        ? channels.inTurn(1)
        : List.of();
  }

  @Override
  public boolean turnsAway(PoolView pool) {
    return bound == Bound.MAX_SESSIONS && pool.room() <= 0;
  }
}
