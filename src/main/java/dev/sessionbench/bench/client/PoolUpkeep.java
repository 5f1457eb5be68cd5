package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.Invalid;
import java.time.Duration;

/**
 * When a pool gives up sessions that nobody uses. The client's own times are 10 s and 55 min.
 *
 * @param every how often the pool looks, at least 1 ms
 * @param removeIdleAfter how long a session may be idle, at least 1 ms. The pool gives up all that
 *     have been idle for longer, and then fills up to its minimum again
 */
public record PoolUpkeep(Duration every, Duration removeIdleAfter) {
  /**
   * Checks the times.
   *
   * @throws IllegalArgumentException if one is shorter than 1 ms
   */
  public PoolUpkeep {
    Invalid.when(
        every.toMillis() < 1 || removeIdleAfter.toMillis() < 1,
        "upkeep every %s, idle for %s: must be at least 1 ms each",
        every,
        removeIdleAfter);
  }
}
