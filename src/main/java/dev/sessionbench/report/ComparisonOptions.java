package dev.sessionbench.report;

import java.util.List;
import java.util.Optional;

/**
 * What a comparison shows.
 *
 * @param columns the parameters whose values are columns; empty for files as columns, or the one
 *     varying parameter of a single file
 * @param rows what tells rows apart: {@code benchmark}, {@code mode}, parameters; empty for all
 *     that vary and are not columns
 * @param filter which cells take part
 * @param metrics the metrics by name, {@code score} for the primary one, {@code all} for all; empty
 *     for the most telling ones
 * @param base the base column's value or file label; nothing for the default
 * @param byRow whether readers get a table for each row, of all metrics, in place of one for each
 *     metric
 */
public record ComparisonOptions(
    List<String> columns,
    List<String> rows,
    CellFilter filter,
    List<String> metrics,
    Optional<String> base,
    boolean byRow) {
  /** Stands for all metrics. */
  public static final String ALL = "all";

  /** Copies the lists; a name that is given twice counts once. */
  public ComparisonOptions {
    columns = columns.stream().distinct().toList();
    rows = rows.stream().distinct().toList();
    metrics = metrics.stream().distinct().toList();
  }
}
