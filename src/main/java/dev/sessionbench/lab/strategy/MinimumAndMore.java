package dev.sessionbench.lab.strategy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The frame of most growth strategies: the minimum is asked for at the opening, a maintainer
 * replaces what is missing to it, and beyond it the strategy names an amount, of which the pool's
 * room is asked for. A part that is not set is that of the Java client.
 */
class MinimumAndMore implements GrowthStrategy {
  /** How many sessions a strategy would ask for if there were room. */
  @FunctionalInterface
  interface Amount {
    /**
     * Told every event.
     *
     * @param pool the pool as it is now
     * @param event what has happened; at the opening the answer is not used
     * @return none if less than 1
     */
    int of(PoolView pool, PoolEvent event);

    /** When it wants to be told the time next. */
    default long nextTickNanos() {
      return NEVER;
    }
  }

  /** Into which requests an amount is divided. */
  @FunctionalInterface
  interface Requests {
    List<Creation> of(Channels channels, PoolView pool, int sessions);
  }

  private final Traits traits;
  private final Amount amount;
  private Channels channels = new Channels(Channels.ANY_SIZE);
  private PeriodicLook maintainer = new PeriodicLook(TimeUnit.SECONDS.toNanos(10));
  private Requests opening = Channels::spread;
  private Requests growth = Channels::inTurn;
  private Predicate<PoolView> full = GrowthStrategy.super::turnsAway;
  private boolean bounded = true;

  MinimumAndMore(Traits traits, Amount amount) {
    this.traits = traits;
    this.amount = amount;
  }

  /** Bounds the sessions of one request. */
  final MinimumAndMore inBatches(int most) {
    channels = new Channels(most);
    return this;
  }

  /** Sets how often the minimum is looked after; {@link #NEVER} for not at all. */
  final MinimumAndMore maintained(long nanos) {
    maintainer = new PeriodicLook(nanos);
    return this;
  }

  /** Sets how the minimum is asked for at the opening. */
  final MinimumAndMore opening(Requests requests) {
    opening = requests;
    return this;
  }

  /** Sets how an amount is asked for. */
  final MinimumAndMore by(Requests requests) {
    growth = requests;
    return this;
  }

  /** Sets when a pool is full. */
  final MinimumAndMore fullIf(Predicate<PoolView> condition) {
    full = condition;
    return this;
  }

  /** Heeds neither the minimum nor the maximum. */
  final MinimumAndMore unbounded() {
    bounded = false;
    return this;
  }

  @Override
  public final Traits traits() {
    return traits;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    int least = bounded ? least(pool) : 0;
    int missing = maintainer.due(pool, event, least - pool.total() - pool.creating());
    int wanted = Math.max(amount.of(pool, event), missing);
    return event instanceof PoolEvent.Opened
        ? opening.of(channels, pool, least)
        : growth.of(channels, pool, bounded ? Math.min(wanted, pool.room()) : wanted);
  }

  /** How many sessions the pool opens with and keeps. */
  int least(PoolView pool) {
    return pool.limits().minSessions();
  }

  @Override
  public final boolean turnsAway(PoolView pool) {
    return bounded && full.test(pool);
  }

  @Override
  public final long nextTickNanos() {
    return Math.min(amount.nextTickNanos(), maintainer.nextNanos());
  }
}
