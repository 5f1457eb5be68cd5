package dev.sessionbench.gate.run;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The end of the time budget, and how long things take: what would not end in time is not begun.
 */
final class Deadline {
  private final LongSupplier clockMillis;
  private final long endMillis;
  private final Map<String, Long> longestMillis = new HashMap<>();

  /**
   * A deadline.
   *
   * @param clockMillis tells the time in milliseconds
   * @param endMillis when all must be over, on that clock
   */
  Deadline(LongSupplier clockMillis, long endMillis) {
    this.clockMillis = clockMillis;
    this.endMillis = endMillis;
  }

  /** The time on the clock. */
  long nowMillis() {
    return clockMillis.getAsLong();
  }

  /** The time that is left, below 0 when it is over. */
  long leftMillis() {
    return endMillis - clockMillis.getAsLong();
  }

  /** Takes note of how long the pair of forks of a cell took. */
  void took(String cell, long millis) {
    longestMillis.merge(cell, millis, Math::max);
  }

  /** How long the pairs of some cells take, by the longest of each so far; 0 for unknown ones. */
  long pairsMillis(Iterable<String> cells) {
    long sum = 0;
    for (String cell : cells) {
      sum += longestMillis.getOrDefault(cell, 0L);
    }
    return sum;
  }
}
