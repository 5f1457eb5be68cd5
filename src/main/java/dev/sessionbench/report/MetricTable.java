package dev.sessionbench.report;

import dev.sessionbench.stats.Comparison;
import dev.sessionbench.stats.Direction;
import dev.sessionbench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One metric: a row for each benchmark, a column for each value compared.
 *
 * @param metric its name
 * @param unit its unit
 * @param direction which way is better
 * @param rowHeading the heading of the rows' labels
 * @param columnHeading what the columns' headings are values of
 * @param columns the columns' headings
 * @param base the index of the base column
 * @param rows the rows
 * @param means for each column the geometric mean of its ratios over the rows
 * @param notes the footnotes that {@link Entry#notes} count from 1
 */
public record MetricTable(
    String metric,
    String unit,
    Direction direction,
    String rowHeading,
    String columnHeading,
    List<String> columns,
    int base,
    List<Row> rows,
    List<OptionalDouble> means,
    List<String> notes) {
  /** Copies the lists. */
  public MetricTable {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    means = List.copyOf(means);
    notes = List.copyOf(notes);
  }

  /**
   * A row.
   *
   * @param label what its cells share
   * @param entries one for each column; nothing where it was not measured
   */
  public record Row(String label, List<Optional<Entry>> entries) {
    /** Copies the list. */
    public Row {
      entries = List.copyOf(entries);
    }
  }

  /**
   * A cell.
   *
   * @param median the median over forks; NaN without a value
   * @param low the smallest value
   * @param high the largest value
   * @param exact whether it is a count
   * @param interval the median's interval; nothing for counts and with too few forks
   * @param n the number of forks
   * @param comparison how it compares with the base column; nothing in that column
   * @param notes the footnotes that apply
   */
  public record Entry(
      double median,
      double low,
      double high,
      boolean exact,
      Optional<Interval> interval,
      int n,
      Optional<Comparison> comparison,
      List<Integer> notes) {
    /** Copies the list. */
    public Entry {
      notes = List.copyOf(notes);
    }
  }
}
