package dev.sessionbench.report;

import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoubleFunction;
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
  private final ParameterColumns columns;
  private final boolean published;

  /**
   * Tables of some results.
   *
   * @param results one result for each cell, in any order
   * @param published whether a column shows what was published in 2020
   */
  public ResultTables(List<CellResult> results, boolean published) {
    this.columns = ParameterColumns.of(results.stream().map(CellResult::key).toList());
    this.results =
        results.stream().sorted(Comparator.comparing(CellResult::key, columns.order())).toList();
    this.published = published;
  }

  /**
   * The median time of a result over its forks.
   *
   * @param result the result
   * @return the time in milliseconds; nothing where its unit is not a time
   */
  public static OptionalDouble medianMillis(CellResult result) {
    Metric metric = result.primaryMetric();
    OptionalDouble millis = ScoreUnit.millisPer(metric.scoreUnit());
    return millis.isPresent()
        ? OptionalDouble.of(Sample.ofForks(metric.rawData()).median() * millis.getAsDouble())
        : millis;
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
    TextTable table = new TextTable(header("Median", "Spread (min - max)", "Forks"));
    Set<String> notes = new LinkedHashSet<>();
    for (CellResult result : results.stream().filter(ResultTables::isTimed).toList()) {
      Metric metric = result.primaryMetric();
      Sample sample = Sample.ofForks(metric.rawData());
      double millis = ScoreUnit.millisPer(metric.scoreUnit()).orElseThrow();
      List<String> row = rowStart(result.key());
      row.add(Numbers.oneDecimal(sample.median() * millis) + MachineBound.mark(result));
      row.add(spread(sample, value -> Numbers.oneDecimal(value * millis)));
      row.add(Integer.toString(sample.n()));
      addPublished(row, PublishedResult.of(result.key()).map(p -> Numbers.oneDecimal(p.millis())));
      table.add(row);
      notes.addAll(sample.warnings());
      if (MachineBound.is(result)) {
        notes.add(MachineBound.FOOTNOTE);
      }
    }
    return TIME_TITLE + table.render() + footnotes(notes);
  }

  /** What is no time, with its unit; empty where there is none. */
  private String otherTable() {
    List<CellResult> others = results.stream().filter(result -> !isTimed(result)).toList();
    ParameterColumns varying = ParameterColumns.of(others.stream().map(CellResult::key).toList());
    List<String> header = new ArrayList<>(List.of("Benchmark"));
    header.addAll(varying.headings());
    header.addAll(List.of("Median", "Unit", "Spread (min - max)", "Forks"));
    TextTable table = new TextTable(header);
    Set<String> notes = new LinkedHashSet<>();
    for (CellResult result : others) {
      Sample sample = Sample.ofForks(result.primaryMetric().rawData());
      List<String> row = new ArrayList<>(List.of(result.key().classAndMethod()));
      row.addAll(varying.values(result.key()));
      row.add(Numbers.label(sample.median()));
      row.add(result.primaryMetric().scoreUnit());
      row.add(spread(sample, Numbers::label));
      row.add(Integer.toString(sample.n()));
      table.add(row);
      notes.addAll(sample.warnings());
    }
    return others.isEmpty() ? "" : OTHER_TITLE + table.render() + footnotes(notes);
  }

  private static String spread(Sample sample, DoubleFunction<String> words) {
    return words.apply(sample.min()) + " - " + words.apply(sample.max());
  }

  private String rpcTable() {
    TextTable table = new TextTable(header("RPCs", "Forks"));
    Set<String> notes = new LinkedHashSet<>();
    for (CellResult result : results) {
      Metric metric = result.secondaryMetrics().get(RPCS_METRIC);
      if (metric == null) {
        continue;
      }
      double min = values(metric).min().orElse(Double.NaN);
      double max = values(metric).max().orElse(Double.NaN);
      List<String> row = rowStart(result.key());
      if (min < max) {
        row.add(count(min) + " - " + count(max) + " \\*");
        notes.add(DISAGREEMENT);
      } else {
        row.add(count(min));
      }
      row.add(Integer.toString(metric.rawData().size()));
      addPublished(row, PublishedResult.of(result.key()).map(p -> Long.toString(p.rpcs())));
      table.add(row);
    }
    return RPC_TITLE + table.render() + footnotes(notes);
  }

  private List<String> header(String... measures) {
    List<String> header = new ArrayList<>();
    header.add("Benchmark");
    header.addAll(columns.headings());
    header.addAll(List.of(measures));
    if (published) {
      header.add("Published (2020)");
    }
    return header;
  }

  private List<String> rowStart(CellKey key) {
    List<String> row = new ArrayList<>();
    row.add(key.classAndMethod());
    row.addAll(columns.values(key));
    return row;
  }

  private void addPublished(List<String> row, Optional<String> value) {
    if (published) {
      row.add(value.orElse("-"));
    }
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
