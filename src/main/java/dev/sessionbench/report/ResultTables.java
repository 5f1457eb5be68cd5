package dev.sessionbench.report;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.Numbers;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The two tables of the original pull request: execution time, and the number of
 * BatchCreateSessions RPCs; one of what is no time, such as operations in a second; and one of what
 * went wrong, where something was meant to. The text does not depend on the locale.
 */
public final class ResultTables {
  /** The secondary metric that counts the RPCs of one invocation. */
  public static final String RPCS_METRIC = "numBatchCreateSessionsRpcs";

  private static final String TIME_TITLE = "### Execution time in milliseconds\n\n";
  private static final String OTHER_TITLE = "### Results that are not times\n\n";
  private static final String RPC_TITLE = "### Number of BatchCreateSessions RPCs\n\n";
  private static final String DISAGREEMENT =
      "\\* The invocations of one cell disagree about a count that should be exact.";

  private final List<CellResult> results;
  private final boolean published;

  /**
   * Tables of some results.
   *
   * @param results one result for each cell, in any order
   * @param published whether a column shows what was published in 2020
   */
  public ResultTables(List<CellResult> results, boolean published) {
    this.results = List.copyOf(results);
    this.published = published;
  }

  /** The tables, with a blank line between them. */
  public String render() {
    boolean timed = results.stream().anyMatch(ResultTables::isTimed);
    boolean counted = results.stream().anyMatch(r -> r.secondaryMetrics().containsKey(RPCS_METRIC));
    return Stream.of(
            timed || results.isEmpty() ? timeTable() : "",
            otherTable(),
            counted || timed || results.isEmpty() ? rpcTable() : "",
            FaultTable.of(results).render())
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private static boolean isTimed(CellResult result) {
    return ScoreUnit.millisPer(result.primaryMetric().scoreUnit()).isPresent();
  }

  private String timeTable() {
    Set<String> notes = new LinkedHashSet<>();
    return TIME_TITLE
        + table(
            List.of("Median", "Spread (min - max)", "Forks"),
            result -> time(result, notes),
            row -> Numbers.oneDecimal(row.millis()))
        + footnotes(notes);
  }

  private static Optional<List<String>> time(CellResult result, Set<String> notes) {
    OptionalDouble unit = ScoreUnit.millisPer(result.primaryMetric().scoreUnit());
    if (unit.isEmpty()) {
      return Optional.empty();
    }
    double millis = unit.getAsDouble();
    Sample sample = Sample.ofForks(result.primaryMetric().rawData());
    notes.addAll(sample.warnings());
    if (MachineBound.is(result)) {
      notes.add(MachineBound.FOOTNOTE);
    }
    return Optional.of(
        List.of(
            Numbers.oneDecimal(sample.median() * millis) + MachineBound.mark(result),
            spread(sample, value -> Numbers.oneDecimal(value * millis)),
            Integer.toString(sample.n())));
  }

  /** What is no time, with its unit; empty where there is none. */
  private String otherTable() {
    List<CellResult> others = results.stream().filter(result -> !isTimed(result)).toList();
    Set<String> notes = new LinkedHashSet<>();
    ResultTable table =
        ResultTable.of(
            others,
            List.of("Median", "Unit", "Spread (min - max)", "Forks"),
            result -> Optional.of(other(result.primaryMetric(), notes)));
    return others.isEmpty() ? "" : OTHER_TITLE + table.render() + footnotes(notes);
  }

  private static List<String> other(Metric metric, Set<String> notes) {
    Sample sample = Sample.ofForks(metric.rawData());
    notes.addAll(sample.warnings());
    return List.of(
        Numbers.label(sample.median()),
        metric.scoreUnit(),
        spread(sample, Numbers::label),
        Integer.toString(sample.n()));
  }

  private static String spread(Sample sample, DoubleFunction<String> words) {
    return words.apply(sample.min()) + " - " + words.apply(sample.max());
  }

  private String rpcTable() {
    Set<String> notes = new LinkedHashSet<>();
    return RPC_TITLE
        + table(
            List.of("RPCs", "Forks"),
            result ->
                Optional.ofNullable(result.secondaryMetrics().get(RPCS_METRIC))
                    .map(metric -> rpcs(metric, notes)),
            row -> Long.toString(row.rpcs()))
        + footnotes(notes);
  }

  private static List<String> rpcs(Metric metric, Set<String> notes) {
    double min = values(metric).min().orElse(Double.NaN);
    double max = values(metric).max().orElse(Double.NaN);
    String range = "";
    if (min < max) {
      range = " - " + count(max) + " \\*";
      notes.add(DISAGREEMENT);
    }
    return List.of(count(min) + range, Integer.toString(metric.rawData().size()));
  }

  /** A table with a last column of what was published, where that is wanted. */
  private String table(
      List<String> measures,
      Function<CellResult, Optional<List<String>>> figures,
      Function<PublishedResult, String> publishedFigure) {
    if (!published) {
      return ResultTable.of(results, measures, figures).render();
    }
    return ResultTable.of(
            results,
            plus(measures, "Published (2020)"),
            result ->
                figures
                    .apply(result)
                    .map(
                        cells ->
                            plus(
                                cells,
                                PublishedResult.of(result.key()).map(publishedFigure).orElse("-"))))
        .render();
  }

  private static List<String> plus(List<String> cells, String last) {
    return Stream.concat(cells.stream(), Stream.of(last)).toList();
  }

  private static DoubleStream values(Metric metric) {
    return metric.rawData().stream().flatMap(List::stream).mapToDouble(Double::doubleValue);
  }

  private static String count(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%d", (long) value)
        : Numbers.oneDecimal(value);
  }

  private static String footnotes(Set<String> notes) {
    return notes.isEmpty() ? "" : "\n" + String.join("\n", notes) + "\n";
  }
}
