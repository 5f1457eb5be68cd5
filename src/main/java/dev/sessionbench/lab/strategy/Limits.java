package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.PoolShape;

/**
 * The bounds within which a pool grows.
 *
 * @param minSessions sessions created at start, from 0 to {@code maxSessions}
 * @param maxSessions the pool's limit, at least 1
 * @param numChannels gRPC channels, from 1 to 256
 */
public record Limits(int minSessions, int maxSessions, int numChannels) {
  /** The most sessions of all pools of one simulation. */
  public static final long MOST_SESSIONS = 10_000_000;

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException naming the bound, its value and what would be right
   */
  public Limits {
    new PoolShape(minSessions, maxSessions, 1, numChannels);
  }

  /**
   * Refuses pools that would not fit into memory. Some strategies fill a pool even without demand.
   *
   * @param clients how many clients have such a pool, at least 1
   * @throws IllegalArgumentException naming the maximum and what would be right
   */
  public void refuseTooMany(int clients) {
    long most = (long) maxSessions * clients;
    Invalid.when(
        most > MOST_SESSIONS,
        "maxSessions=%d: makes %d sessions of %d clients: must be at most %d",
        maxSessions,
        most,
        clients,
        MOST_SESSIONS);
  }

  /** The bounds of a pool's shape, without its step. */
  public static Limits of(PoolShape shape) {
    return new Limits(shape.minSessions(), shape.maxSessions(), shape.numChannels());
  }
}
