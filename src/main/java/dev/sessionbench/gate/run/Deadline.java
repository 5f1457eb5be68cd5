package dev.sessionbench.gate.run;

import java.time.Clock;

/**
 * The end of the time budget.
 *
 * @param clock tells the time
 * @param endMillis when all must be over, on that clock
 */
record Deadline(Clock clock, long endMillis) {
  /** The time that is left, below 0 when it is over. */
  long leftMillis() {
    return endMillis - clock.millis();
  }
}
