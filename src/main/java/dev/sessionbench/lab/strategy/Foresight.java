package dev.sessionbench.lab.strategy;

import java.util.List;

/**
 * Says what a bound may know of a load beforehand. No strategy of a real client uses it.
 *
 * @param uses what callers will want; empty if it is not known
 * @param creationNanos how long a request for sessions will take, in nanoseconds, at least 0
 */
public record Foresight(List<Use> uses, long creationNanos) {
  /** Knows nothing. */
  public static final Foresight NONE = new Foresight(List.of(), 0);

  /** Copies the list. */
  public Foresight {
    uses = List.copyOf(uses);
  }

  /**
   * One use of a session, known beforehand.
   *
   * @param wantedNanos when a caller will want a session, in nanoseconds from the opening, at least
   *     0
   * @param heldNanos how long the caller will have it, in nanoseconds, at least 0
   */
  public record Use(long wantedNanos, long heldNanos) {}
}
