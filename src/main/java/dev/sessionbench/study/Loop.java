package dev.sessionbench.study;

import java.util.Locale;

/** Decides when the agents of a study begin. */
public enum Loop {
  /** An agent begins again when its last action has ended and it has paused. */
  CLOSED,
  /** Actions begin on a schedule of a mean rate, even if earlier ones have not ended. */
  OPEN,
  /** Both, one after the other. */
  BOTH;

  /** The name as users write it, in lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
