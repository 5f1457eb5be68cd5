package dev.sessionbench.lab.strategy;

import java.util.List;

/**
 * Another strategy whose requests go through a short queue: when one is about to be sent, only as
 * many sessions are asked for as are still wanted. These are {@code waiting + spare - idle - on
 * their way}, or what is missing to the minimum where that is more. A request once sent is never
 * taken back.
 */
final class Elided implements GrowthStrategy {
  private final GrowthStrategy strategy;
  private final Traits traits;
  private final int spare;

  /**
   * Makes one for one pool.
   *
   * @param strategy decides on the requests
   * @param maxInFlight requests at once, at least 1
   * @param spare idle sessions beyond those who wait, at least 0
   */
  Elided(GrowthStrategy strategy, int maxInFlight, int spare) {
    this.strategy = strategy;
    this.traits = strategy.traits().atMostInFlight(maxInFlight);
    this.spare = spare;
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    return strategy.decide(pool, event);
  }

  @Override
  public int stillNeeded(PoolView pool, Creation creation) {
    int forCallers = pool.waiting() + spare - pool.idle() - pool.sessionsInFlight();
    int forMinimum = pool.limits().minSessions() - pool.total() - pool.sessionsInFlight();
    int needed = Math.max(0, Math.max(forCallers, forMinimum));
    return Math.min(needed, strategy.stillNeeded(pool, creation));
  }

  @Override
  public boolean turnsAway(PoolView pool) {
    return strategy.turnsAway(pool);
  }

  @Override
  public long nextTickNanos() {
    return strategy.nextTickNanos();
  }
}
