package dev.sessionbench.gate.run;

import dev.sessionbench.gate.PolicyCell;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The end of the time budget, and how long things take: what would not end in time is not begun.
 */
final class Deadline {
  private final Clock clock;
  private final long endMillis;
  private final Map<String, Long> longestMillis = new HashMap<>();

  /**
   * A deadline.
   *
   * @param clock tells the time
   * @param endMillis when all must be over, on that clock
   */
  Deadline(Clock clock, long endMillis) {
    this.clock = clock;
    this.endMillis = endMillis;
  }

  /** The time on the clock. */
  long nowMillis() {
    return clock.millis();
  }

  /** The time that is left, below 0 when it is over. */
  long leftMillis() {
    return endMillis - clock.millis();
  }

  /** Takes note of how long the pair of forks of a cell took. */
  void took(PolicyCell cell, long millis) {
    longestMillis.merge(cell.name(), millis, Math::max);
  }

  /**
   * How long the pairs of some cells take, by the longest of each so far; a cell that only an
   * earlier process has run counts as the slowest of the others.
   */
  long pairsMillis(List<PolicyCell> cells) {
    long slowest = longestMillis.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return cells.stream().mapToLong(c -> longestMillis.getOrDefault(c.name(), slowest)).sum();
  }
}
