package dev.sessionbench.bench.trial;

import java.util.Comparator;
import java.util.List;

/**
 * A number that changes at a moment.
 *
 * @param nanos the moment
 * @param by by how much, may be less than 0
 */
record Change(long nanos, long by) {
  /**
   * The most that changes come to at any moment, from 0; what is given back at a moment can be had
   * at the same.
   *
   * @param changes in any order
   */
  static long most(List<Change> changes) {
    List<Change> ordered =
        changes.stream()
            .sorted(Comparator.comparingLong(Change::nanos).thenComparingLong(Change::by))
            .toList();
    long most = 0;
    long now = 0;
    for (Change change : ordered) {
      now += change.by;
      most = Math.max(most, now);
    }
    return most;
  }
}
