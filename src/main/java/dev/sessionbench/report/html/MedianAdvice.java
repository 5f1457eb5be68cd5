package dev.sessionbench.report.html;

import dev.sessionbench.report.chart.CellPoint;
import dev.sessionbench.report.chart.ParetoFront;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Advice from medians alone, and it says so. */
public final class MedianAdvice implements Advice {
  private static final double TOLERANCE = 1.05;

  private final Collection<List<CellPoint>> panels;

  /**
   * Advice on some results.
   *
   * @param panels the cells of each panel
   */
  public MedianAdvice(Collection<List<CellPoint>> panels) {
    this.panels = List.copyOf(panels);
  }

  @Override
  public String paragraph() {
    if (panels.isEmpty()) {
      return "The file holds no times by incStep, so there is nothing to recommend.";
    }
    return smallestWithin5Percent()
            .map(
                step ->
                    "incStep "
                        + step
                        + " is the smallest step whose median time is within 5 % of"
                        + " the fastest step's in every benchmark measured here.")
            .orElse(
                "No single step is within 5 % of the fastest in every benchmark measured here: weigh"
                    + " the benchmarks by what your load looks like.")
        + " This compares medians and says nothing of how certain they are; the ranges of the"
        + " forks are in the charts below.";
  }

  @Override
  public List<String> paretoFront() {
    SortedSet<Integer> steps = new TreeSet<>();
    panels.forEach(panel -> ParetoFront.of(panel).forEach(point -> steps.add(point.incStep())));
    return steps.stream().map(step -> Integer.toString(step)).toList();
  }

  @Override
  public Optional<String> smallestWithin5Percent() {
    SortedSet<Integer> steps = new TreeSet<>();
    panels.forEach(panel -> panel.forEach(point -> steps.add(point.incStep())));
    return steps.stream()
        .filter(step -> panels.stream().allMatch(panel -> isGoodIn(panel, step)))
        .findFirst()
        .map(step -> Integer.toString(step));
  }

  private static boolean isGoodIn(List<CellPoint> panel, int step) {
    double best = panel.stream().mapToDouble(CellPoint::median).min().orElse(Double.NaN);
    return panel.stream()
        .anyMatch(point -> point.incStep() == step && point.median() <= TOLERANCE * best);
  }
}
