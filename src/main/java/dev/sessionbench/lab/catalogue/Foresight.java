package dev.sessionbench.lab.catalogue;

import dev.sessionbench.lab.strategy.FutureUse;
import java.util.List;

/**
 * What a bound may know of a load before it comes; no rule that a client could have uses it.
 *
 * @param uses what callers will want; empty if it is not known
 * @param creationNanos how long a request for sessions will take, in nanoseconds, at least 0
 */
public record Foresight(List<FutureUse> uses, long creationNanos) {
  /** Knowing nothing. */
  public static final Foresight NONE = new Foresight(List.of(), 0);

  /** Copies the list. */
  public Foresight {
    uses = List.copyOf(uses);
  }
}
