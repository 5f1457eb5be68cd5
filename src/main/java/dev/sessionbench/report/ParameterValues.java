package dev.sessionbench.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.SortedSetMultimap;
import com.google.common.collect.TreeMultimap;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.TextTable.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Collects the parameters of some cells.
 *
 * @param values for each parameter its values, in the order of {@link NumbersFirst}
 * @param varying the parameters by which {@link Cell#varies some benchmark's cells differ}, by name
 */
public record ParameterValues(SortedSetMultimap<String, String> values, List<String> varying) {
  /** The parameter for the measured client, if it is not the one that the suite is built with. */
  public static final String CLIENT = "client";

  /** Stands for the version of the client, if a file holds several. */
  public static final String CLIENT_VERSION = "clientVersion";

  /** Stands for the file of a cell, if there are several files. */
  public static final String FILE = "file";

  /** Shown as parameters, though no benchmark has them. */
  public static final Set<String> ADDED = Set.of(FILE, CLIENT_VERSION);

  /**
   * The parameters of some cells.
   *
   * @param cells the cells
   * @return their parameters
   */
  public static ParameterValues of(Collection<Cell> cells) {
    SortedSetMultimap<String, String> values =
        TreeMultimap.create(Comparator.naturalOrder(), NumbersFirst.ORDER);
    cells.forEach(cell -> cell.params().forEach(values::put));
    Collection<List<Cell>> benchmarks =
        cells.stream().collect(groupingBy(Cell::benchmark)).values();
    return new ParameterValues(
        values,
        values.keySet().stream()
            .filter(name -> benchmarks.stream().anyMatch(of -> Cell.varies(name, of, cells)))
            .toList());
  }

  /**
   * The parameter that best orders cells: the step if it varies, else the only varying parameter.
   *
   * @return the parameter; empty if no parameter varies, or if several do and a choice would be a
   *     guess
   */
  public Optional<String> favourite() {
    List<String> others = varying.stream().filter(name -> !name.equals(FILE)).toList();
    return others.contains(PoolShape.INC_STEP)
        ? Optional.of(PoolShape.INC_STEP)
        : others.stream().filter(name -> others.size() == 1).findFirst();
  }

  /**
   * A short label of a cell, for example {@code burstRead seed=1}.
   *
   * @param cell the cell
   * @param names the parameters to name; one that the cell lacks is left out
   */
  public static String label(Cell cell, Collection<String> names) {
    return names.stream()
        .filter(cell.params()::containsKey)
        .map(name -> " " + name + "=" + cell.params().get(name))
        .collect(joining("", cell.method(), ""));
  }

  /**
   * Refuses a parameter that the user asked for and that does not exist.
   *
   * @param option the option that names it
   * @param name the parameter
   * @param known the parameters that there are
   * @throws BadInput if it is not known
   */
  public static void require(String option, String name, Set<String> known) {
    if (!known.contains(name)) {
      throw new BadInput(
          "%s %s: no such parameter in the data; it has %s"
              .formatted(option, name, String.join(", ", known)));
    }
  }

  /**
   * The parameters that identify the cells of a table: the step if there is one, then all that
   * vary.
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
    public static ParameterColumns of(Collection<Cell> cells) {
      ParameterValues parameters = ParameterValues.of(cells);
      List<String> names =
          parameters.values().keySet().stream()
              .filter(
                  name -> name.equals(PoolShape.INC_STEP) || parameters.varying().contains(name))
              .sorted(Comparator.comparing((String name) -> !name.equals(PoolShape.INC_STEP)))
              .toList();
      return new ParameterColumns(names, cells.stream().map(Cell::mode).distinct().count() > 1);
    }

    /**
     * The columns of a table: parameters in parentheses as JMH prints them, empty if a cell lacks
     * one.
     */
    List<Column<CellResult>> columns() {
      List<Column<CellResult>> columns = new ArrayList<>();
      if (modeVaries) {
        columns.add(Column.of("Mode", CellResult::mode));
      }
      names.forEach(
          name ->
              columns.add(
                  Column.of("(" + name + ")", cell -> cell.key().params().getOrDefault(name, ""))));
      return columns;
    }

    /** The label of a cell with the parameters of these columns. */
    public String label(Cell cell) {
      return ParameterValues.label(cell, names) + (modeVaries ? " (" + cell.mode() + ")" : "");
    }

    /** Orders by benchmark, then by each column, numbers in numerical order. */
    public Comparator<CellResult> order() {
      Comparator<Cell> order = Comparator.comparing(Cell::benchmark);
      for (String name : names) {
        order =
            order.thenComparing(cell -> cell.params().getOrDefault(name, ""), NumbersFirst.ORDER);
      }
      return Comparator.comparing(CellResult::key, order.thenComparing(Cell::mode));
    }
  }
}
