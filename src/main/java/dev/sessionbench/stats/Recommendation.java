package dev.sessionbench.stats;

import dev.sessionbench.results.CellResult;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a sweep over incStep supports. It reports trade-offs and leaves the choice to the reader:
 * how dear an RPC is, or a session too many, is not in the data.
 *
 * @param summary what holds for all benchmarks together, in a sentence or two
 * @param findings what holds for each benchmark, a paragraph each; none without a sweep
 * @param paretoFront the values of incStep that are on the {@link ParetoFront} of some benchmark,
 *     ascending
 * @param smallestWithin5Percent the smallest value whose median time is within 5 % of the best in
 *     every benchmark; nothing where there is none
 */
public record Recommendation(
    String summary,
    List<String> findings,
    List<Integer> paretoFront,
    Optional<Integer> smallestWithin5Percent) {
  /** How much slower than the best still counts as near. */
  static final double NEAR = 1.05;

  /** Copies the lists. */
  public Recommendation {
    findings = List.copyOf(findings);
    paretoFront = List.copyOf(paretoFront);
  }

  /**
   * The recommendation for some results.
   *
   * @param results the results; those without incStep are left out
   * @return the recommendation, which says so where there is no sweep
   */
  public static Recommendation of(List<CellResult> results) {
    List<Sweep> sweeps = Sweep.of(results);
    if (sweeps.isEmpty()) {
      return new Recommendation(
          "No recommendation: the data holds no times at two values of incStep.",
          List.of(),
          List.of(),
          Optional.empty());
    }
    // In parallel, for intervals take time and each sweep has its own pairs.
    List<Finding> found = sweeps.parallelStream().map(Finding::of).toList();
    Optional<Integer> smallest = smallest(sweeps);
    return new Recommendation(
        summary(sweeps, smallest),
        found.stream().map(Finding::words).toList(),
        found.stream().flatMap(finding -> finding.front().stream()).distinct().sorted().toList(),
        smallest);
  }

  /** The summary and the findings, one line each. */
  public String paragraph() {
    return String.join("\n", Stream.concat(Stream.of(summary), findings.stream()).toList());
  }

  private static Optional<Integer> smallest(List<Sweep> sweeps) {
    return sweeps.get(0).points().stream()
        .map(SweepPoint::step)
        .filter(step -> sweeps.stream().allMatch(sweep -> sweep.isWithin(NEAR, step)))
        .findFirst();
  }

  private static String summary(List<Sweep> sweeps, Optional<Integer> smallest) {
    String where =
        sweeps.size() == 1
            ? "in " + sweeps.get(0).label()
            : "in each of %s %s"
                .formatted(
                    sweeps.size(),
                    sweeps.stream().anyMatch(s -> s.label().contains("="))
                        ? "cases"
                        : "benchmarks");
    String result =
        smallest
            .map(
                step ->
                    "incStep %s is the smallest value whose median time is within 5 %% of the best %s."
                        .formatted(step, where))
            .orElse("No value of incStep has a median time within 5 % of the best " + where + ".");
    return result + confidence(sweeps);
  }

  /** Says so where there are too few forks for the confidence that readers expect. */
  private static String confidence(List<Sweep> sweeps) {
    int fewest =
        sweeps.stream()
            .flatMap(sweep -> sweep.points().stream())
            .mapToInt(point -> point.time().n())
            .min()
            .orElseThrow();
    double confidence = AllPairsInterval.confidence(fewest, fewest);
    if (fewest >= RatioInterval.FEWEST_FORKS || confidence >= Comparison.CONFIDENCE) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        " With %s forks a cell there are %s; %s or more (-f %<s) give 95 %% ones.",
        fewest,
        confidence < AllPairsInterval.LEAST_CONFIDENCE
            ? "no intervals"
            : String.format(Locale.ROOT, "only %.0f %% intervals", 100 * confidence),
        MedianInterval.fewestForks(Comparison.CONFIDENCE));
  }

  /** What one sweep supports. */
  private record Finding(String words, List<Integer> front) {
    static Finding of(Sweep sweep) {
      List<SweepPoint> front = sweep.front();
      return new Finding(
          SweepWords.of(sweep, front), front.stream().map(SweepPoint::step).toList());
    }
  }
}
