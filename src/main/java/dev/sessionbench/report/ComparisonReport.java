package dev.sessionbench.report;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Comparison.Verdict;
import dev.sessionbench.base.text.Numbers;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Holds a comparison, ready for any format.
 *
 * @param tables one for each metric
 * @param unremarkable the metrics in which nothing differs and which the user did not ask for
 * @param columnHeading the parameter whose values are columns, for example {@code client}; {@value
 *     ParameterValues#FILE} if each column is a file
 * @param notes warnings on the whole, one sentence each
 * @param recommendation what a sweep over a parameter supports; empty for other comparisons
 */
public record ComparisonReport(
    List<MetricTable> tables,
    List<String> unremarkable,
    String columnHeading,
    List<String> notes,
    Optional<Recommendation> recommendation) {
  /** The tables that a reader is shown. */
  List<MetricTable> remarkable() {
    return tables.stream().filter(table -> !unremarkable.contains(table.metric())).toList();
  }

  /** What else the results support, in paragraphs. */
  List<String> findings() {
    return recommendation.map(Recommendation::findings).orElse(List.of());
  }

  /** The finding in a few lines: the advice of a sweep, else how many cells differ. */
  public List<String> answer() {
    Stream<String> tallies =
        remarkable().stream()
            .filter(table -> !table.comparisons().isEmpty())
            .map(t -> "%s, %s: %s.".formatted(t.metric(), t.unit(), tally(t)));
    return recommendation
        .map(r -> Stream.concat(Stream.of(r.summary()), r.advice().stream()))
        .orElse(tallies)
        .toList();
  }

  /** The tables for readers, one for each metric. */
  public List<Sheet> sheets() {
    return remarkable().stream().map(ComparisonSheet::of).toList();
  }

  /** Explains how to read the tables. */
  public List<String> legend() {
    List<Comparison> shown = tested(remarkable());
    List<String> lines = new ArrayList<>();
    if (shown.stream().anyMatch(comparison -> comparison.interval().isPresent())) {
      lines.add(
          "A ratio of measured values is the median of the ratios of all pairs of forks (Hodges and"
              + " Lehmann); its 95 % interval holds the factors that the U-test does not reject."
              + " ~ marks an interval that holds 1: no difference was found.");
    }
    // The metrics that are not shown count too: they were tested, and hidden because nothing
    // differs.
    long tests = tested(tables).stream().filter(c -> c.verdict() != Verdict.TOO_FEW).count();
    if (tests > 1) {
      lines.add(
          "These are %s tests%s, each at 5 %%: if nothing differed, about %s would still find a difference."
              .formatted(
                  tests,
                  unremarkable.isEmpty() ? "" : " with those of the metrics that are not shown",
                  Numbers.oneDecimal(tests * (1 - Comparison.CONFIDENCE))));
    }
    if (shown.stream().anyMatch(comparison -> comparison.verdict() == Verdict.TOO_FEW)) {
      lines.add("Too few forks: too few to find any difference, however large it is.");
    }
    for (MetricTable table : remarkable()) {
      Set<String> without = new LinkedHashSet<>(table.pivot().columns());
      table.entries().filter(e -> e.sample().n() > 0).forEach(e -> without.remove(e.column()));
      if (!without.isEmpty()) {
        lines.add("%s is missing in %s.".formatted(table.metric(), String.join(", ", without)));
      }
    }
    if (!unremarkable.isEmpty()) {
      lines.add(
          "No difference is shown in %s; --metric NAME or all prints them."
              .formatted(String.join(", ", unremarkable)));
    }
    return lines;
  }

  private static List<Comparison> tested(List<MetricTable> tables) {
    Stream<Comparison> all = tables.stream().flatMap(table -> table.comparisons().stream());
    return all.filter(comparison -> !Double.isNaN(comparison.pValue())).toList();
  }

  /** Whether nothing in a table differs from its base. */
  static boolean isUnremarkable(MetricTable table) {
    Set<Verdict> differing = EnumSet.of(Verdict.BETTER, Verdict.WORSE);
    return !table.comparisons().isEmpty()
        && table.comparisons().stream().noneMatch(c -> differing.contains(c.verdict()))
        && table.entries().noneMatch(MetricTable.Entry::disagrees);
  }

  private static String tally(MetricTable table) {
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    table.comparisons().forEach(c -> counts.merge(c.verdict(), 1, Integer::sum));
    return counts.entrySet().stream()
        .map(e -> e.getValue() + " " + text(e.getKey()))
        .collect(joining(", "));
  }

  private static String text(Verdict verdict) {
    return switch (verdict) {
      case BETTER -> "better";
      case WORSE -> "worse";
      case EQUAL -> "equal";
      case NOT_FOUND -> "without a difference found";
      case TOO_FEW -> "with too few forks to find any difference";
    };
  }
}
