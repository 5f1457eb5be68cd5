package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Creation;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import java.util.List;

/**
 * Another rule whose requests go through a short queue: when one is about to be sent, only as many
 * sessions are asked for as are still wanted. These are {@code waiting + spare - idle - on their
 * way}, or what is missing to the minimum where that is more. A request once sent is never taken
 * back.
 */
public final class Elided implements GrowthStrategy {
  private final GrowthStrategy rule;
  private final Traits traits;
  private final int spare;

  /**
   * A rule for one pool.
   *
   * @param rule decides on the requests
   * @param maxInFlight requests at once, at least 1
   * @param spare idle sessions beyond those who wait, at least 0
   */
  public Elided(GrowthStrategy rule, int maxInFlight, int spare) {
    this.rule = rule;
    this.traits = rule.traits().atMostInFlight(maxInFlight);
    this.spare = spare;
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    return rule.decide(pool, event);
  }

  @Override
  public int stillNeeded(PoolView pool, Creation creation) {
    int forCallers = pool.waiting() + spare - pool.idle() - pool.sessionsInFlight();
    int forMinimum = pool.limits().minSessions() - pool.total() - pool.sessionsInFlight();
    int needed = Math.max(0, Math.max(forCallers, forMinimum));
    return Math.min(needed, rule.stillNeeded(pool, creation));
  }

  @Override
  public boolean turnsAway(PoolView pool) {
    return rule.turnsAway(pool);
  }

  @Override
  public long nextTickNanos() {
    return rule.nextTickNanos();
  }
}
