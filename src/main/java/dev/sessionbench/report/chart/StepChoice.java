package dev.sessionbench.report.chart;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Which steps a chart of curves shows: more than a few over each other are a tangle. */
public final class StepChoice {
  /** The most curves of one chart. */
  public static final int FEW = 4;

  private static final List<Integer> TELLING = List.of(1, 10, 25, 100);

  private StepChoice() {}

  /**
   * Chooses a few steps: all where there are no more, else those nearest in ratio to 1, 10, 25 (the
   * client's default) and 100 (the service's limit).
   *
   * @param steps the steps that were measured
   * @return at most four of them, ascending
   */
  public static List<Integer> few(List<Integer> steps) {
    TreeSet<Integer> all = new TreeSet<>(steps);
    if (all.size() <= FEW) {
      return List.copyOf(all);
    }
    TreeSet<Integer> chosen = new TreeSet<>();
    for (int wanted : TELLING) {
      all.stream()
          .filter(step -> !chosen.contains(step))
          .min(Comparator.comparingDouble(step -> Math.abs(Math.log((double) step / wanted))))
          .ifPresent(chosen::add);
    }
    return List.copyOf(chosen);
  }
}
