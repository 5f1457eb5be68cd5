package dev.sessionbench.report;

import dev.sessionbench.stats.Comparison;
import dev.sessionbench.stats.Direction;
import dev.sessionbench.stats.Interval;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One metric: a row for each benchmark, a column for each value compared.
 *
 * @param metric its name
 * @param unit its unit
 * @param direction which way is better
 * @param rowHeading the heading of the rows' labels
 * @param columnHeading what the columns' headings are values of
 * @param columns the columns' headings
 * @param base the heading of the base column
 * @param rows the rows
 * @param means the geometric mean over the rows of the ratios of each column that has one
 * @param notes the footnotes that {@link Entry#notes} count from 1
 */
public record MetricTable(
    String metric,
    String unit,
    Direction direction,
    String rowHeading,
    String columnHeading,
    List<String> columns,
    String base,
    List<Row> rows,
    Map<String, Double> means,
    List<String> notes) {
  /**
   * A row.
   *
   * @param label what its cells share
   * @param entries one for each column in which it was measured, in their order
   */
  public record Row(String label, Map<String, Entry> entries) {
    Optional<Entry> entry(String column) {
      return Optional.ofNullable(entries.get(column));
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
      List<Integer> notes) {}
}
