package dev.sessionbench.stats;

import dev.sessionbench.results.CellResult;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The values of incStep that no other is shown to beat on both RPCs and time. A value beats another
 * where every fork made fewer RPCs and the interval of the ratio of times lies below 1; where RPCs
 * were not counted, time alone decides. The fewer the forks, the more values stay.
 */
public final class ParetoFront {
  private ParetoFront() {}

  /**
   * The front of one sweep.
   *
   * @param cells results that differ in incStep alone
   * @return the steps on the front; empty without two steps
   */
  public static Set<Integer> of(List<CellResult> cells) {
    return Sweep.of(cells).stream()
        .flatMap(sweep -> sweep.front().stream())
        .map(SweepPoint::step)
        .collect(Collectors.toUnmodifiableSet());
  }
}
