package dev.sessionbench.report;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Writes the two tables of the original pull request: execution time, and the number of
 * BatchCreateSessions RPCs. Further tables show results that are no time, such as operations in a
 * second. The text does not depend on the locale.
 *
 * @param results one result for each cell, in any order
 */
public record ResultTables(List<CellResult> results) {
  /** The secondary metric that counts the RPCs of one invocation. */
  public static final String RPCS_METRIC = RunMetric.RPCS.key();

  private static final String SPREAD = "Spread (min - max)";

  /** The milliseconds in each of JMH's units of time. */
  private static final Map<String, Double> MILLIS =
      Map.of("ns/op", 1e-6, "us/op", 1e-3, "ms/op", 1.0, "s/op", 1e3, "min/op", 60e3);

  /** The tables, with a blank line between them. */
  public String render() {
    return tables().map(Sheet::render).collect(joining("\n"));
  }

  /** The tables that have a row. */
  public Stream<Sheet> tables() {
    return Stream.of(timeTable(), otherTable(), rpcTable()).flatMap(table -> table);
  }

  private Stream<Sheet> otherTable() {
    List<Column<CellResult>> columns =
        List.of(
            Column.of("Median", r -> Numbers.label(sample(r).median())),
            Column.of("Unit", r -> r.primaryMetric().scoreUnit()),
            Column.of(SPREAD, r -> spread(sample(r), Numbers::label)),
            Column.of("Forks", r -> sample(r).n() + ""));
    Function<CellResult, Stream<String>> notes = r -> sample(r).warnings().stream();
    String title = "Results that are not times";
    return Sheet.of(title, results, r -> millis(r).isEmpty(), columns, notes);
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
    return millisPer(result.primaryMetric().scoreUnit())
        .map(unit -> sample.values().stream().map(value -> value * unit).toList())
        .map(millis -> new Sample(millis, sample.warnings()));
  }

  /**
   * The milliseconds in one of a unit.
   *
   * @param scoreUnit the unit as JMH writes it
   * @return the factor; empty for a unit that is not a time
   */
  public static Optional<Double> millisPer(String scoreUnit) {
    return Optional.ofNullable(MILLIS.get(scoreUnit));
  }

  /**
   * The values of a metric in each fork.
   *
   * @param result the result
   * @param name the metric; {@value CellResult#SCORE} is the primary one
   * @return their sample; empty if there is no such metric
   */
  public static Sample secondary(CellResult result, String name) {
    return Sample.ofForks(result.metric(name).map(Metric::rawData).orElse(List.of()));
  }

  /** The median of a metric over the forks; NaN if there is no such metric. */
  public static double median(CellResult result, String name) {
    return secondary(result, name).median();
  }

  /** The values of the primary metric in each fork. */
  public static Sample sample(CellResult result) {
    return Sample.ofForks(result.primaryMetric().rawData());
  }

  private Stream<Sheet> timeTable() {
    List<Column<CellResult>> columns = new ArrayList<>();
    Function<CellResult, Sample> times = result -> millis(result).orElseThrow();
    columns.add(
        Column.of("Median", r -> Numbers.millis(times.apply(r).median()) + MachineBound.mark(r)));
    columns.add(Column.of(SPREAD, r -> spread(times.apply(r), Numbers::millis)));
    columns.add(Column.of("Forks", r -> times.apply(r).n() + ""));
    if (Ideal.isShown(results)) {
      columns.add(Column.of("Virtual", r -> orDash(Ideal.millis(r), Numbers::millis)));
      columns.add(
          Column.of("Ratio", r -> orDash(Ideal.ratio(r, CellResult.SCORE), ResultTables::ratio)));
    }
    return Sheet.of(
        "Execution time in milliseconds",
        results,
        result -> millis(result).isPresent(),
        columns,
        r ->
            Stream.concat(
                sample(r).warnings().stream(),
                Stream.of(MachineBound.FOOTNOTE).filter(footnote -> MachineBound.is(r))));
  }

  private Stream<Sheet> rpcTable() {
    List<Column<CellResult>> columns = new ArrayList<>();
    columns.add(Column.of("RPCs", ResultTables::counts));
    columns.add(Column.of("Forks", r -> r.metric(RPCS_METRIC).orElseThrow().rawData().size() + ""));
    if (Ideal.isShown(results)) {
      columns.add(
          Column.of(
              "Virtual", r -> orDash(median(r, Ideal.VIRTUAL + RPCS_METRIC), Numbers::label)));
    }
    String title = "Number of BatchCreateSessions RPCs";
    Predicate<CellResult> counted = result -> result.metric(RPCS_METRIC).isPresent();
    return Sheet.of(title, results, counted, columns, r -> Stream.empty());
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.3f", ratio);
  }

  static String orDash(double value, DoubleFunction<String> text) {
    return Double.isFinite(value) ? text.apply(value) : "-";
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
}
