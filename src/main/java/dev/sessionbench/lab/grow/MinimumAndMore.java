package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PeriodicLook;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What many rules have in common: the minimum is spread over the channels at the opening, a
 * maintainer replaces what is missing to it, and beyond it the rule names an amount, of which the
 * pool's room is asked for.
 */
abstract class MinimumAndMore implements GrowthStrategy {
  /** How often the Java client's maintainer looks, in nanoseconds. */
  static final long TEN_SECONDS = TimeUnit.SECONDS.toNanos(10);

  private final Channels channels;
  private final PeriodicLook maintainer;
  private final Traits traits;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param maxBatch the most sessions of one request, at least 1
   * @param maintainedNanos how often the minimum is looked after, in nanoseconds, at least 1
   * @param traits what else the pool does
   */
  MinimumAndMore(Limits limits, int maxBatch, long maintainedNanos, Traits traits) {
    this.channels = new Channels(limits.numChannels(), maxBatch);
    this.maintainer = new PeriodicLook(maintainedNanos);
    this.traits = traits;
  }

  @Override
  public final Traits traits() {
    return traits;
  }

  @Override
  public final List<Creation> decide(PoolView pool, PoolEvent event) {
    int missing = maintainer.due(pool, event, pool.missing());
    int amount = amount(pool, event);
    if (event instanceof PoolEvent.Opened) {
      return channels.spread(pool.limits().minSessions());
    }
    return requests(channels, Math.min(Math.max(amount, missing), pool.room()));
  }

  /**
   * How many sessions the rule would ask for if there were room. Told every event.
   *
   * @param pool the pool as it is now
   * @param event what has happened; at the opening the answer is not used
   * @return none if less than 1
   */
  abstract int amount(PoolView pool, PoolEvent event);

  /**
   * The requests for an amount.
   *
   * @param sessions how many, within the room; none if less than 1
   */
  List<Creation> requests(Channels over, int sessions) {
    return over.inTurn(sessions);
  }

  @Override
  public long nextTickNanos() {
    return maintainer.nextNanos();
  }
}
