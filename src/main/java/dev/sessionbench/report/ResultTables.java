package dev.sessionbench.report;

import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * The two tables of the original pull request: execution time, and the number of
 * BatchCreateSessions RPCs; and one of what went wrong, where something was meant to. The text does
 * not depend on the locale.
 */
public final class ResultTables {
  /** The secondary metric that counts the RPCs of one invocation. */
  public static final String RPCS_METRIC = "numBatchCreateSessionsRpcs";

  private static final String TIME_TITLE = "### Execution time in milliseconds\n\n";
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
        ? OptionalDouble.of(Sample.ofForks(metric).median() * millis.getAsDouble())
        : millis;
  }

  /** The tables, with a blank line between them. */
  public String render() {
    String faults = FaultTable.of(results).render();
    return timeTable() + "\n" + rpcTable() + (faults.isEmpty() ? "" : "\n" + faults);
  }

  private String timeTable() {
    TextTable table = new TextTable(header("Median", "Spread (min - max)", "Forks"));
    Set<String> notes = new LinkedHashSet<>();
    for (CellResult result : results) {
      Metric metric = result.primaryMetric();
      OptionalDouble unit = ScoreUnit.millisPer(metric.scoreUnit());
      if (unit.isEmpty()) {
        notes.add("Results in " + metric.scoreUnit() + " are not times and are left out.");
        continue;
      }
      Sample sample = Sample.ofForks(metric);
      double millis = unit.getAsDouble();
      List<String> row = rowStart(result.key());
      row.add(oneDecimal(sample.median() * millis));
      row.add(oneDecimal(sample.min() * millis) + " - " + oneDecimal(sample.max() * millis));
      row.add(Integer.toString(sample.n()));
      addPublished(row, PublishedResult.of(result.key()).map(p -> oneDecimal(p.millis())));
      table.add(row);
      notes.addAll(sample.warnings());
    }
    return TIME_TITLE + table.render() + footnotes(notes);
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

  private static String oneDecimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String count(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%d", (long) value)
        : oneDecimal(value);
  }

  private static String footnotes(Set<String> notes) {
    return notes.isEmpty() ? "" : "\n" + String.join("\n", notes) + "\n";
  }
}
