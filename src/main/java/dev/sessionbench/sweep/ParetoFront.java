package dev.sessionbench.sweep;

import dev.sessionbench.results.CellResult;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The values of a parameter that no other is shown to beat on both RPCs and time. A value beats
 * another where every fork made fewer RPCs and the interval of the ratio of times lies below 1;
 * where RPCs were not counted, time alone decides. The fewer the forks, the more values stay.
 */
public final class ParetoFront {
  private ParetoFront() {}

  /**
   * The front of one sweep.
   *
   * @param cells results that differ in that parameter alone
   * @param parameter the parameter
   * @return its values on the front; empty without two that are numbers
   */
  public static Set<String> of(List<CellResult> cells, String parameter) {
    return Sweep.of(cells, parameter).stream()
        .flatMap(sweep -> sweep.front().stream())
        .map(SweepPoint::value)
        .collect(Collectors.toUnmodifiableSet());
  }
}
