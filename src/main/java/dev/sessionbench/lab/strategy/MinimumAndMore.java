package dev.sessionbench.lab.strategy;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Builds a growth strategy from {@link Traits} and an amount. The pool opens with its minimum and
 * checks it from time to time. The amount decides how far it grows beyond the minimum.
 */
final class MinimumAndMore implements GrowthStrategy {
  /** Decides how many sessions a strategy would ask for if there were room. One serves one pool. */
  @FunctionalInterface
  interface Amount {
    /**
     * Called for every event.
     *
     * @param pool the pool as it is now
     * @param event what has happened; at the opening the answer is not used
     * @return how many sessions; less than 1 for no request
     */
    int of(PoolView pool, PoolEvent event);

    /** How many sessions the pool's standing minimum lacks. Asked after the amount. */
    default int missing(PoolView pool, PoolEvent event) {
      return pool.missing();
    }

    /** As {@link GrowthStrategy#stillNeeded}. */
    default int stillNeeded(PoolView pool, Creation creation) {
      return creation.sessions();
    }

    /** As {@link GrowthStrategy#nextTickNanos}. */
    default long nextTickNanos() {
      return NEVER;
    }

    /** An amount that asks for sessions only when a caller misses. */
    static Amount atMiss(ToIntFunction<PoolView> sessions) {
      return (pool, event) -> event.isMiss() ? sessions.applyAsInt(pool) : 0;
    }
  }

  private final Traits traits;
  private final Amount amount;
  private final Channels channels;
  private final PeriodicLook maintainer;

  MinimumAndMore(Traits traits, Amount amount) {
    this.traits = traits;
    this.amount = amount;
    this.channels = new Channels(traits.maxBatch());
    this.maintainer = new PeriodicLook(traits.lookNanos());
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    int wanted = amount.of(pool, event);
    int missing = amount.missing(pool, event);
    int due = maintainer.due(pool, event, Math.min(missing, pool.room()));
    if (event instanceof PoolEvent.Opened) {
      return traits.opening().of(channels, pool, missing);
    }
    int sessions = Math.max(wanted, due);
    return traits
        .growth()
        .of(channels, pool, traits.bounded() ? Math.min(sessions, pool.room()) : sessions);
  }

  @Override
  public int stillNeeded(PoolView pool, Creation creation) {
    return amount.stillNeeded(pool, creation);
  }

  @Override
  public long nextTickNanos() {
    return Math.min(amount.nextTickNanos(), maintainer.nextNanos());
  }
}
