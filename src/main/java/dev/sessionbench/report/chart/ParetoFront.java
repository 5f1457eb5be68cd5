package dev.sessionbench.report.chart;

import java.util.List;

/** The points that no other beats in one of cost and benefit without losing in the other. */
public final class ParetoFront {
  private ParetoFront() {}

  /**
   * The front among some cells.
   *
   * @param points cells of one panel, those without a count left out
   * @return the cells of which no other has fewer RPCs in no more time, or less time with no more
   *     RPCs; by step
   */
  public static List<CellPoint> of(List<CellPoint> points) {
    List<CellPoint> counted = points.stream().filter(p -> p.rpcs().isPresent()).toList();
    return counted.stream()
        .filter(p -> counted.stream().noneMatch(other -> beats(other, p)))
        .toList();
  }

  private static boolean beats(CellPoint other, CellPoint p) {
    double otherRpcs = other.rpcs().orElseThrow();
    double rpcs = p.rpcs().orElseThrow();
    return otherRpcs <= rpcs
        && other.median() <= p.median()
        && (otherRpcs < rpcs || other.median() < p.median());
  }
}
