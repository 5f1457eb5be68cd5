package dev.sessionbench.report;

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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The two tables of the original pull request: execution time, and the number of
 * BatchCreateSessions RPCs; one of what is no time, such as operations in a second; and one of what
 * went wrong, where something was meant to. The text does not depend on the locale.
 *
 * @param results one result for each cell, in any order
 * @param published whether a column shows what was published in 2020
 */
public record ResultTables(List<CellResult> results, boolean published) {
  /** The secondary metric that counts the RPCs of one invocation. */
  public static final String RPCS_METRIC = "numBatchCreateSessionsRpcs";

  private static final String SPREAD = "Spread (min - max)";

  /** The tables, with a blank line between them. */
  public String render() {
    return Stream.concat(tables().stream(), Stream.of(FaultTable.of(results)))
        .filter(table -> !table.rows().isEmpty() || (results.isEmpty() && table.isOfTheOriginal()))
        .map(ResultTable::render)
        .collect(Collectors.joining("\n"));
  }

  /** The tables but that of what went wrong; some may have no rows. */
  public List<ResultTable> tables() {
    return List.of(
        timeTable(),
        ResultTable.of(
            "table-others",
            "Results that are not times",
            results,
            result -> !isTimed(result),
            List.of(
                Column.of("Median", r -> Numbers.label(sample(r).median())),
                Column.of("Unit", r -> r.primaryMetric().scoreUnit()),
                Column.of(
                    SPREAD,
                    r -> Numbers.label(sample(r).min()) + " - " + Numbers.label(sample(r).max())),
                Column.of("Forks", r -> Integer.toString(sample(r).n()))),
            r -> sample(r).warnings().stream()),
        rpcTable(),
        RpcCounts.table(results));
  }

  /**
   * Whether what a result measures is a time.
   *
   * @param result the result
   * @return false for throughput and what else is no time
   */
  public static boolean isTimed(CellResult result) {
    return ScoreUnit.millisPer(result.primaryMetric().scoreUnit()).isPresent();
  }

  /**
   * Whether the RPCs of a result were counted.
   *
   * @param result the result
   * @return true where they were
   */
  public static boolean isCounted(CellResult result) {
    return result.metric(RPCS_METRIC).isPresent();
  }

  /**
   * The count of the RPCs of a result.
   *
   * @param result one that has it
   * @return the metric
   */
  public static Metric rpcs(CellResult result) {
    return result.metric(RPCS_METRIC).orElseThrow();
  }

  /**
   * The forks of a secondary metric.
   *
   * @param result the result
   * @param name the metric
   * @return their sample, empty where there is no such metric
   */
  public static Sample secondary(CellResult result, String name) {
    return Sample.ofForks(result.metric(name).map(Metric::rawData).orElse(List.of()));
  }

  /**
   * The times of a result in one figure.
   *
   * @param result one that is a time
   * @param figure the figure
   * @return it in milliseconds
   */
  public static String millis(CellResult result, ToDoubleFunction<Sample> figure) {
    double unit = ScoreUnit.millisPer(result.primaryMetric().scoreUnit()).orElseThrow();
    return Numbers.millis(figure.applyAsDouble(sample(result)) * unit);
  }

  private ResultTable timeTable() {
    return table(
        "table-times",
        "Execution time in milliseconds",
        ResultTables::isTimed,
        Stream.of(
            Column.of("Median", r -> millis(r, Sample::median) + MachineBound.mark(r)),
            Column.of(SPREAD, r -> millis(r, Sample::min) + " - " + millis(r, Sample::max)),
            Column.of("Forks", r -> Integer.toString(sample(r).n()))),
        Ideal.times(results),
        row -> Numbers.oneDecimal(row.millis()),
        r ->
            Stream.concat(
                sample(r).warnings().stream(),
                Stream.of(MachineBound.FOOTNOTE).filter(footnote -> MachineBound.is(r))));
  }

  private ResultTable rpcTable() {
    return table(
        "table-rpcs",
        "Number of BatchCreateSessions RPCs",
        ResultTables::isCounted,
        Stream.of(
            Column.of("RPCs", ResultTables::counts),
            Column.of("Forks", r -> Integer.toString(rpcs(r).rawData().size()))),
        Ideal.rpcs(results),
        row -> Long.toString(row.rpcs()),
        r -> Stream.empty());
  }

  /** A count that should be exact and is not is a finding: both ends are shown. */
  private static String counts(CellResult result) {
    Sample all = RpcCounts.all(result, RPCS_METRIC);
    String range = count(all.min()) + " - " + count(all.max());
    return all.min() == all.max()
        ? count(all.min())
        : range + (RpcCounts.areExact(result.key()) ? " (runs disagree)" : " (no fixed number)");
  }

  private static String count(double value) {
    return Numbers.wholeOr(value, Numbers::oneDecimal);
  }

  /** A table with columns of virtual time, and a last one of what was published, if wanted. */
  private ResultTable table(
      String id,
      String caption,
      Predicate<CellResult> shown,
      Stream<Column<CellResult>> figures,
      List<Column<CellResult>> ideal,
      Function<PublishedResult, String> publishedFigure,
      Function<CellResult, Stream<String>> footnotes) {
    Stream<Column<CellResult>> last =
        Stream.of(PublishedResult.column(publishedFigure)).filter(column -> published);
    return ResultTable.of(
        id,
        caption,
        results,
        shown,
        Stream.of(figures, ideal.stream(), last).flatMap(column -> column).toList(),
        footnotes);
  }

  /**
   * The forks of the primary metric.
   *
   * @param result the result
   * @return their sample
   */
  public static Sample sample(CellResult result) {
    return Sample.ofForks(result.primaryMetric().rawData());
  }

  /**
   * A row for each result that has certain figures: what it is of, its parameters, and those.
   *
   * @param id its identifier in a page
   * @param caption what it holds
   * @param head the headings; the first is of the rows' labels
   * @param rows the rows
   * @param footnotes what is to be said of some rows
   */
  public record ResultTable(
      String id, String caption, List<String> head, List<Row> rows, List<String> footnotes) {
    /**
     * A row.
     *
     * @param result what it shows
     * @param label what the result is of
     * @param cells the rest, one for each further heading
     * @param first whether another benchmark, or another label, begins here
     */
    public record Row(CellResult result, String label, List<String> cells, boolean first) {
      /** Of a benchmark's label the class with its dot, which a narrow screen leaves out. */
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
     * @param shown which of them have a row
     * @param figures the columns after the parameters
     * @param footnotes what is to be said of a row
     * @return the table
     */
    public static ResultTable of(
        String id,
        String caption,
        List<CellResult> results,
        Predicate<CellResult> shown,
        List<Column<CellResult>> figures,
        Function<CellResult, Stream<String>> footnotes) {
      ParameterColumns columns =
          ParameterColumns.of(results.stream().map(CellResult::key).toList());
      Stream<CellResult> sorted = results.stream().filter(shown).sorted(columns.order());
      Column<CellResult> label = Column.of("Benchmark", result -> result.key().classAndMethod());
      return of(id, caption, sorted.toList(), label, columns, figures, footnotes);
    }

    /** The table of results that are in order. */
    static ResultTable of(
        String id,
        String caption,
        List<CellResult> sorted,
        Column<CellResult> label,
        ParameterColumns parameters,
        List<Column<CellResult>> figures,
        Function<CellResult, Stream<String>> footnotes) {
      List<Column<CellResult>> rest =
          Stream.concat(parameters.columns(), figures.stream()).toList();
      List<Row> rows = new ArrayList<>();
      String before = "";
      for (CellResult result : sorted) {
        List<String> cells = rest.stream().map(column -> column.cell().apply(result)).toList();
        String name = label.cell().apply(result);
        String group = result.benchmark() + name;
        rows.add(new Row(result, name, cells, !group.equals(before)));
        before = group;
      }
      Stream<Column<CellResult>> all = Stream.concat(Stream.of(label), rest.stream());
      return new ResultTable(
          id,
          caption,
          all.map(Column::heading).toList(),
          rows,
          sorted.stream().flatMap(footnotes).distinct().toList());
    }

    /** Whether the original pull request has it. */
    boolean isOfTheOriginal() {
      return id.equals("table-times") || id.equals("table-rpcs");
    }

    /** The table under a heading, in line, as {@link TextTable#render} writes it. */
    public String render() {
      TextTable table = new TextTable(head);
      rows.forEach(
          row -> table.add(Stream.concat(Stream.of(row.label), row.cells.stream()).toList()));
      String notes = String.join("", footnotes.stream().map(note -> note + "\n").toList());
      return "### " + caption + "\n\n" + table.render() + (notes.isEmpty() ? "" : "\n" + notes);
    }
  }

  /** Tells the cells in which the machine, not the pool alone, decides how long a load takes. */
  public static final class MachineBound {
    /** The secondary metric: CPU time over wall time times cores, in percent. */
    public static final String METRIC = "utilisation";

    /** What stands beside such a time. */
    static final String MARK = " !";

    /** What the mark means. */
    public static final String FOOTNOTE =
        "! Bound by the machine: its processors were in use for 80 % of the time or more.";

    private static final double MOST_PERCENT = 80;

    private MachineBound() {}

    /**
     * Whether a cell is bound by the machine.
     *
     * @param cell the cell
     * @return true where the median fork used at least 80 % of the machine; false where that is not
     *     known
     */
    public static boolean is(CellResult cell) {
      return ResultTables.secondary(cell, METRIC).median() >= MOST_PERCENT;
    }

    /**
     * What stands beside the time of a cell.
     *
     * @param cell the cell
     * @return the mark; empty for a cell that is not bound
     */
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
     * @return the factor; nothing for a unit that is not a time
     */
    public static Optional<Double> millisPer(String scoreUnit) {
      return Optional.ofNullable(MILLIS.get(scoreUnit));
    }
  }
}
