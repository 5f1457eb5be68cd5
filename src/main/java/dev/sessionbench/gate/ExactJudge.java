package dev.sessionbench.gate;

import dev.sessionbench.gate.CellData.Counts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Compares counts. Any increase is a regression, without a floor and without statistics: the number
 * of RPCs does not depend on how busy the machine is.
 *
 * <p>Where the runs of an arm differ among themselves the count is not exact there. That is a
 * finding of its own: a head that is always above the base is still a regression, and so is one
 * that sometimes leaves a base that never varies; but where both vary nothing is said.
 */
final class ExactJudge {
  private ExactJudge() {}

  /** The findings of a cell's counts; a metric that neither arm reports is left out. */
  static List<Finding> judge(Policy policy, PolicyCell cell, CellData data) {
    List<Finding> findings = new ArrayList<>();
    for (String metric : policy.exact()) {
      Counts counts = data.counts().get(metric);
      if (counts != null && !(counts.base().isEmpty() && counts.head().isEmpty())) {
        findings.add(finding(cell.name(), metric, counts));
      }
    }
    return findings;
  }

  private static Finding finding(String cell, String metric, Counts counts) {
    SortedSet<Double> base = new TreeSet<>(counts.base());
    SortedSet<Double> head = new TreeSet<>(counts.head());
    Figures figures =
        Figures.counts(
            "#",
            middle(counts.base()),
            middle(counts.head()),
            Math.min(counts.base().size(), counts.head().size()));
    return new Finding(
        cell, metric, metric, Finding.Kind.EXACT, outcome(base, head), figures, note(base, head));
  }

  private static Outcome outcome(SortedSet<Double> base, SortedSet<Double> head) {
    if (head.isEmpty()) {
      return Outcome.MISSING;
    }
    if (base.isEmpty()) {
      // A metric that the change brings along has nothing to be held against.
      return Outcome.SAME;
    }
    if (head.first() > base.last() || (base.size() == 1 && head.last() > base.last())) {
      return Outcome.REGRESSED;
    }
    if (head.last() < base.first()) {
      return Outcome.IMPROVED;
    }
    return head.last() <= base.first() ? Outcome.SAME : Outcome.INCONCLUSIVE;
  }

  private static String note(SortedSet<Double> base, SortedSet<Double> head) {
    if (head.isEmpty()) {
      return "the head does not report it";
    }
    return base.isEmpty() ? "the base does not report it: not compared" : varies(base, head);
  }

  private static String varies(SortedSet<Double> base, SortedSet<Double> head) {
    List<String> words = new ArrayList<>();
    spread(base).ifPresent(spread -> words.add("base " + spread));
    spread(head).ifPresent(spread -> words.add("head " + spread));
    return words.isEmpty() ? "" : "the runs differ among themselves: " + String.join(", ", words);
  }

  private static Optional<String> spread(SortedSet<Double> values) {
    return values.size() < 2
        ? Optional.empty()
        : Optional.of(String.format(Locale.ROOT, "%.0f to %.0f", values.first(), values.last()));
  }

  /** A value that occurred: the upper median; NaN without any. */
  private static double middle(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
  }
}
