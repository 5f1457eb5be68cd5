package dev.sessionbench.strategy;

import dev.sessionbench.model.PoolShape;

/**
 * The bounds within which a pool grows.
 *
 * @param minSessions sessions created at start, from 0 to {@code maxSessions}
 * @param maxSessions the pool's limit, at least 1
 * @param numChannels gRPC channels, from 1 to 256
 */
public record Limits(int minSessions, int maxSessions, int numChannels) {
  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException naming the bound, its value and what would be right
   */
  public Limits {
    new PoolShape(minSessions, maxSessions, 1, numChannels);
  }

  /** The bounds of a shape, without its step. */
  public static Limits of(PoolShape shape) {
    return new Limits(shape.minSessions(), shape.maxSessions(), shape.numChannels());
  }
}
