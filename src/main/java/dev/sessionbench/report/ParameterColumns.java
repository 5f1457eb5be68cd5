package dev.sessionbench.report;

import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

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
            .filter(
                name ->
                    name.equals(ParameterValues.INC_STEP) || parameters.varying().contains(name))
            .sorted(Comparator.comparing((String name) -> !name.equals(ParameterValues.INC_STEP)))
            .toList();
    return new ParameterColumns(names, cells.stream().map(CellKey::mode).distinct().count() > 1);
  }

  /** The columns' headings: parameters in parentheses as JMH prints them. */
  public List<String> headings() {
    List<String> headings = new ArrayList<>();
    if (modeVaries) {
      headings.add("Mode");
    }
    names.forEach(name -> headings.add("(" + name + ")"));
    return headings;
  }

  /**
   * The values of one cell, in the order of the headings.
   *
   * @param cell the cell
   * @return one value for each heading, empty where the cell has no such parameter
   */
  public List<String> values(CellKey cell) {
    List<String> values = new ArrayList<>();
    if (modeVaries) {
      values.add(cell.mode());
    }
    names.forEach(name -> values.add(cell.params().getOrDefault(name, "")));
    return values;
  }

  /**
   * A cell in a few words, for example {@code burstRead incStep=25}.
   *
   * @param cell the cell
   * @return the method and the parameters of these columns
   */
  public String label(CellKey cell) {
    StringBuilder label = new StringBuilder(cell.method());
    if (modeVaries) {
      label.append(" (").append(cell.mode()).append(')');
    }
    for (String name : names) {
      String value = cell.params().get(name);
      if (value != null) {
        label.append(' ').append(name).append('=').append(value);
      }
    }
    return label.toString();
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
