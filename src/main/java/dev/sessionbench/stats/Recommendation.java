package dev.sessionbench.stats;

import dev.sessionbench.results.CellResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a sweep over incStep supports. It reports trade-offs and leaves the choice to the reader:
 * how dear an RPC is, or a session too many, is not in the data.
 *
 * @param paragraph the finding in words, one line for each benchmark
 * @param paretoFront the values of incStep that, for some benchmark, no other value beats on both
 *     RPCs and time, ascending. A value beats another where every fork made fewer RPCs and the
 *     interval of the ratio of times lies below 1
 * @param smallestWithin5Percent the smallest value that in every benchmark is at least the smallest
 *     whose median time is within 5 % of the best; nothing without a sweep
 */
public record Recommendation(
    String paragraph, List<String> paretoFront, Optional<String> smallestWithin5Percent) {
  /** How much slower than the best still counts as near. */
  static final double NEAR = 1.05;

  /** Copies the list. */
  public Recommendation {
    paretoFront = List.copyOf(paretoFront);
  }

  /**
   * The recommendation for some results.
   *
   * @param results the results; those without incStep are left out
   * @return the recommendation, which says so where there is no sweep
   */
  public static Recommendation of(List<CellResult> results) {
    List<Sweep> sweeps =
        Sweep.of(results).stream().filter(sweep -> sweep.points().size() > 1).toList();
    if (sweeps.isEmpty()) {
      return new Recommendation(
          "No recommendation: the data holds no times at two values of incStep.",
          List.of(),
          Optional.empty());
    }
    // In parallel: each sweep resamples its own pairs, from seeds of their own.
    List<Finding> findings = sweeps.parallelStream().map(Finding::of).toList();
    return new Recommendation(
        findings.stream().map(Finding::words).collect(Collectors.joining("\n")),
        findings.stream()
            .flatMap(finding -> finding.front().stream())
            .map(SweepPoint::step)
            .distinct()
            .sorted()
            .map(step -> Integer.toString(step))
            .toList(),
        sweeps.stream()
            .map(sweep -> sweep.smallestWithin(NEAR).step())
            .max(Integer::compare)
            .map(step -> Integer.toString(step)));
  }

  /** What one sweep supports. */
  private record Finding(String words, List<SweepPoint> front) {
    static Finding of(Sweep sweep) {
      List<SweepPoint> front = sweep.front();
      return new Finding(SweepWords.of(sweep, front), front);
    }
  }
}
