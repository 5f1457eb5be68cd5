package dev.sessionbench.report;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.report.ParameterValues.ParameterColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the two tables of the original pull request: execution time, and the number of
 * BatchCreateSessions RPCs. Further tables show results that are no time, such as operations in a
 * second, and injected faults. The text does not depend on the locale.
 *
 * @param results one result for each cell, in any order
 * @param published whether a column shows the results published in 2020
 */
public record ResultTables(List<CellResult> results, boolean published) {
  /** The secondary metric that counts the RPCs of one invocation. */
  public static final String RPCS_METRIC = RunMetric.RPCS.key();

  private static final String SPREAD = "Spread (min - max)";
  private static final String TIMES = "table-times";
  private static final String RPCS = "table-rpcs";

  /** The tables, with a blank line between them. */
  public String render() {
    Set<String> original = Set.of(TIMES, RPCS);
    return Stream.concat(tables().stream(), Stream.of(FaultTable.of(results)))
        .filter(
            table ->
                !table.rows().isEmpty() || (results.isEmpty() && original.contains(table.id())))
        .map(ResultTable::render)
        .collect(Collectors.joining("\n"));
  }

  /** The tables except that of injected faults; some may have no rows. */
  public List<ResultTable> tables() {
    return List.of(
        timeTable(),
        ResultTable.of(
            "table-others",
            "Results that are not times",
            results,
            result -> millis(result).isEmpty(),
            List.of(
                Column.of("Median", r -> Numbers.label(sample(r).median())),
                Column.of("Unit", r -> r.primaryMetric().scoreUnit()),
                Column.of(SPREAD, r -> spread(sample(r), Numbers::label)),
                Column.of("Forks", r -> sample(r).n() + "")),
            r -> sample(r).warnings().stream()),
        rpcTable(),
        RpcCounts.table(results));
  }

  /**
   * The times of a result.
   *
   * @param result the result
   * @return the time of each fork in milliseconds; empty for throughput and other metrics that are
   *     no time
   */
  public static Optional<Sample> millis(CellResult result) {
    Sample sample = sample(result);
    return ScoreUnit.millisPer(result.primaryMetric().scoreUnit())
        .map(unit -> sample.values().stream().map(value -> value * unit).toList())
        .map(millis -> new Sample(millis, sample.warnings()));
  }

  /**
   * The values of a secondary metric in each fork.
   *
   * @param result the result
   * @param name the metric
   * @return their sample; empty if there is no such metric
   */
  public static Sample secondary(CellResult result, String name) {
    return Sample.ofForks(result.metric(name).map(Metric::rawData).orElse(List.of()));
  }

  /** The median of a secondary metric over the forks; NaN if there is no such metric. */
  public static double median(CellResult result, String name) {
    return secondary(result, name).median();
  }

  /** The values of the primary metric in each fork. */
  public static Sample sample(CellResult result) {
    return Sample.ofForks(result.primaryMetric().rawData());
  }

  private ResultTable timeTable() {
    List<Column<CellResult>> columns = new ArrayList<>();
    Function<CellResult, Sample> times = result -> millis(result).orElseThrow();
    columns.add(
        Column.of("Median", r -> Numbers.millis(times.apply(r).median()) + MachineBound.mark(r)));
    columns.add(Column.of(SPREAD, r -> spread(times.apply(r), Numbers::millis)));
    columns.add(Column.of("Forks", r -> times.apply(r).n() + ""));
    if (Ideal.isShown(results)) {
      columns.add(Column.of("Virtual", r -> orDash(Ideal.millis(r), Numbers::millis)));
      columns.add(Column.of("Ratio", r -> Ideal.ratio(r).orElse("-")));
    }
    addPublished(columns, row -> Numbers.oneDecimal(row.millis()));
    return ResultTable.of(
        TIMES,
        "Execution time in milliseconds",
        results,
        result -> millis(result).isPresent(),
        columns,
        r ->
            Stream.concat(
                sample(r).warnings().stream(),
                Stream.of(MachineBound.FOOTNOTE).filter(footnote -> MachineBound.is(r))));
  }

  private ResultTable rpcTable() {
    List<Column<CellResult>> columns = new ArrayList<>();
    columns.add(Column.of("RPCs", ResultTables::counts));
    columns.add(Column.of("Forks", r -> r.metric(RPCS_METRIC).orElseThrow().rawData().size() + ""));
    if (Ideal.isShown(results)) {
      columns.add(Column.of("Virtual", r -> orDash(Ideal.of(r, RPCS_METRIC), Numbers::label)));
    }
    addPublished(columns, row -> Long.toString(row.rpcs()));
    return ResultTable.of(
        RPCS,
        "Number of BatchCreateSessions RPCs",
        results,
        result -> result.metric(RPCS_METRIC).isPresent(),
        columns,
        r -> Stream.empty());
  }

  private void addPublished(
      List<Column<CellResult>> columns, Function<PublishedResult, String> value) {
    if (published) {
      columns.add(
          Column.of("Published (2020)", r -> PublishedResult.of(r.key()).map(value).orElse("-")));
    }
  }

  private static String orDash(OptionalDouble value, DoubleFunction<String> text) {
    return value.isPresent() ? text.apply(value.getAsDouble()) : "-";
  }

  private static String spread(Sample sample, DoubleFunction<String> text) {
    return text.apply(sample.min()) + " - " + text.apply(sample.max());
  }

  /** A count that should be exact and is not is a finding, so both ends are shown. */
  private static String counts(CellResult result) {
    Sample all = RpcCounts.all(result, RPCS_METRIC);
    DoubleFunction<String> text = value -> Numbers.wholeOr(value, Numbers::oneDecimal);
    return all.min() == all.max()
        ? text.apply(all.min())
        : spread(all, text)
            + (RpcCounts.areExact(result.key()) ? " (runs disagree)" : " (no fixed number)");
  }

  /**
   * Shows a row for each result with certain metrics: its label, its parameters and those metrics.
   *
   * @param id its identifier in a page
   * @param caption what it holds
   * @param head the headings; the first is that of the rows' labels
   * @param rows the rows
   * @param footnotes notes on some rows
   */
  public record ResultTable(
      String id, String caption, List<String> head, List<Row> rows, List<String> footnotes) {
    /**
     * A row.
     *
     * @param result what it shows
     * @param label the benchmark or other subject of the result
     * @param cells the rest, one for each further heading
     * @param first whether another benchmark or label begins here
     */
    public record Row(CellResult result, String label, List<String> cells, boolean first) {
      /** The class in a benchmark's label, with its dot; a narrow screen leaves it out. */
      public String type() {
        return label.equals(result.key().classAndMethod())
            ? label.substring(0, label.lastIndexOf('.') + 1)
            : "";
      }

      /** The rest of the label. */
      public String name() {
        return label.substring(type().length());
      }
    }

    /**
     * The table of some benchmarks, by name and parameters.
     *
     * @param id its identifier in a page
     * @param caption what it holds
     * @param results one for each cell, in any order
     * @param shown selects the results that have a row
     * @param metrics the columns after the parameters
     * @param footnotes gives the notes on a row
     * @return the table
     */
    public static ResultTable of(
        String id,
        String caption,
        List<CellResult> results,
        Predicate<CellResult> shown,
        List<Column<CellResult>> metrics,
        Function<CellResult, Stream<String>> footnotes) {
      ParameterColumns parameters =
          ParameterColumns.of(results.stream().map(CellResult::key).toList());
      List<Column<CellResult>> columns = new ArrayList<>();
      columns.add(Column.of("Benchmark", result -> result.key().classAndMethod()));
      columns.addAll(parameters.columns());
      columns.addAll(metrics);
      List<CellResult> sorted = results.stream().filter(shown).sorted(parameters.order()).toList();
      return of(id, caption, sorted, columns, footnotes);
    }

    /** The table of ordered results; the first column is the label. */
    static ResultTable of(
        String id,
        String caption,
        List<CellResult> sorted,
        List<Column<CellResult>> columns,
        Function<CellResult, Stream<String>> footnotes) {
      List<Row> rows = new ArrayList<>();
      String before = "";
      for (CellResult result : sorted) {
        List<String> cells = columns.stream().map(column -> column.cell().apply(result)).toList();
        String group = result.benchmark() + cells.get(0);
        rows.add(
            new Row(result, cells.get(0), cells.subList(1, cells.size()), !group.equals(before)));
        before = group;
      }
      return new ResultTable(
          id,
          caption,
          columns.stream().map(Column::heading).toList(),
          rows,
          sorted.stream().flatMap(footnotes).distinct().toList());
    }

    /** The table under a heading, aligned as {@link TextTable#render} writes it. */
    public String render() {
      TextTable table = new TextTable(head);
      rows.forEach(
          row -> table.add(Stream.concat(Stream.of(row.label), row.cells.stream()).toList()));
      String notes = String.join("", footnotes.stream().map(note -> note + "\n").toList());
      return "### " + caption + "\n\n" + table.render() + (notes.isEmpty() ? "" : "\n" + notes);
    }
  }

  /** Finds the cells in which the machine, not the pool alone, decides how long a load takes. */
  public static final class MachineBound {
    /** The secondary metric: CPU time over wall time times cores, in percent. */
    public static final String METRIC = RunMetric.UTILISATION.key();

    /** The mark on such a time. */
    static final String MARK = " !";

    /** What the mark means. */
    public static final String FOOTNOTE =
        "! Bound by the machine: its processors were in use for 80 % of the time or more.";

    private static final double MOST_PERCENT = 80;

    private MachineBound() {}

    /** Whether the median fork of a cell used at least 80 % of the machine, as far as is known. */
    public static boolean is(CellResult cell) {
      return median(cell, METRIC) >= MOST_PERCENT;
    }

    /** The mark on the time of a cell; empty if the cell is not bound by the machine. */
    public static String mark(CellResult cell) {
      return is(cell) ? MARK : "";
    }
  }

  /** JMH's units of time. */
  public static final class ScoreUnit {
    private static final Map<String, Double> MILLIS =
        Map.of("ns/op", 1e-6, "us/op", 1e-3, "ms/op", 1.0, "s/op", 1e3, "min/op", 60e3);

    private ScoreUnit() {}

    /**
     * The milliseconds in one of a unit.
     *
     * @param scoreUnit the unit as JMH writes it
     * @return the factor; empty for a unit that is not a time
     */
    public static Optional<Double> millisPer(String scoreUnit) {
      return Optional.ofNullable(MILLIS.get(scoreUnit));
    }
  }
}
