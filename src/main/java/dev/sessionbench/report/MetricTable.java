package dev.sessionbench.report;

import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Direction;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.stats.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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
 * @param notes the footnotes of all cells, each once
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
  /** The numbers of a cell's footnotes, from 1. */
  List<Integer> numbers(Entry entry) {
    return entry.notes().stream().map(note -> notes.indexOf(note) + 1).toList();
  }

  /** All cells, row by row. */
  Stream<Entry> entries() {
    return rows.stream().flatMap(row -> row.entries().values().stream());
  }

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

    /** Whether it has a value in a column. */
    boolean tells(String column) {
      return entry(column).filter(entry -> entry.sample().n() > 0).isPresent();
    }
  }

  /**
   * A cell.
   *
   * @param row the label of its row
   * @param column the heading of its column
   * @param sample the value of each fork
   * @param all of a count the values of all iterations of all forks, else the sample
   * @param exact whether it is a count
   * @param interval the median's interval; nothing for counts and with too few forks
   * @param comparison how it compares with the base column; nothing in that column
   * @param notes the footnotes that apply
   */
  public record Entry(
      String row,
      String column,
      Sample sample,
      Sample all,
      boolean exact,
      Optional<Interval> interval,
      Optional<Comparison> comparison,
      List<String> notes) {
    /**
     * This cell beside that of the base column. Counts are compared without a test where they
     * follow from a rule, or are equal: three forks of any other may agree by chance.
     */
    Entry comparedWith(Entry below, Direction direction, boolean byRule) {
      boolean agreed = exact && below.exact && !disagrees() && !below.disagrees();
      Comparison found =
          agreed && (byRule || all.min() == below.all.min())
              ? Comparison.exact(below.sample, sample, direction)
              : Comparison.measured(below.sample, sample, direction);
      return new Entry(row, column, sample, all, exact, interval, Optional.of(found), notes);
    }

    /** Whether it is a count about which forks, or iterations of one, disagree. */
    public boolean disagrees() {
      return exact && all.min() < all.max();
    }
  }
}
