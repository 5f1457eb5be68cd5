package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.Invalid;

/**
 * A use of a session that is known before it comes.
 *
 * @param wantedNanos when a caller will want a session, in nanoseconds from the opening, at least 0
 * @param heldNanos how long the caller will have it, in nanoseconds, at least 0
 */
public record FutureUse(long wantedNanos, long heldNanos) {
  /**
   * Checks the times.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public FutureUse {
    Invalid.when(wantedNanos < 0, "wantedNanos=%d: must be at least 0", wantedNanos);
    Invalid.when(heldNanos < 0, "heldNanos=%d: must be at least 0", heldNanos);
  }
}
