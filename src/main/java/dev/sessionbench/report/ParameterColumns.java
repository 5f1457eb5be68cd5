package dev.sessionbench.report;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.CellKey;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.report.ResultTable.Column;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which parameters tell the cells of a table apart: {@code incStep} always, where there is one,
 * then all that vary.
 *
 * @param names the parameters
 * @param modeVaries whether the mode is a column too
 */
public record ParameterColumns(List<String> names, boolean modeVaries) {
  /**
   * The columns for some cells.
   *
   * @param cells all cells of the table
   * @return the columns
   */
  public static ParameterColumns of(Collection<CellKey> cells) {
    ParameterValues parameters = ParameterValues.of(cells);
    List<String> names =
        parameters.values().keySet().stream()
            .filter(name -> name.equals(PoolShape.INC_STEP) || parameters.varying().contains(name))
            .sorted(Comparator.comparing((String name) -> !name.equals(PoolShape.INC_STEP)))
            .toList();
    return new ParameterColumns(names, cells.stream().map(CellKey::mode).distinct().count() > 1);
  }

  /**
   * The columns of a table: parameters in parentheses as JMH prints them, empty for a cell without.
   */
  Stream<Column> columns() {
    return Stream.concat(
        Stream.of(new Column("Mode", CellResult::mode)).filter(column -> modeVaries),
        names.stream()
            .map(
                name ->
                    new Column(
                        "(" + name + ")", cell -> cell.key().params().getOrDefault(name, ""))));
  }

  /**
   * A cell in a few words, for example {@code burstRead incStep=25}.
   *
   * @param cell the cell
   * @return the method and the parameters of these columns
   */
  public String label(CellKey cell) {
    String mode = modeVaries ? " (" + cell.mode() + ")" : "";
    return names.stream()
        .filter(name -> cell.params().containsKey(name))
        .map(name -> " " + name + "=" + cell.params().get(name))
        .collect(Collectors.joining("", cell.method() + mode, ""));
  }

  /** By benchmark, then by each column, numbers in numerical order. */
  public Comparator<CellResult> order() {
    Comparator<CellKey> order = Comparator.comparing(CellKey::benchmark);
    for (String name : names) {
      order = order.thenComparing(cell -> cell.params().getOrDefault(name, ""), NumbersFirst.ORDER);
    }
    return Comparator.comparing(CellResult::key, order.thenComparing(CellKey::mode));
  }
}
