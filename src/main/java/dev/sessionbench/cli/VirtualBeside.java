package dev.sessionbench.cli;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.lab.simulate.CellGrid;
import dev.sessionbench.lab.simulate.SimulatedResults;
import dev.sessionbench.report.Ideal;
import dev.sessionbench.report.ParameterValues.ParameterColumns;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Adds the virtual-time result to each measured cell. If a cell cannot be simulated it prints why,
 * once for each reason.
 *
 * @param err gets the reasons
 */
record VirtualBeside(PrintStream err) implements UnaryOperator<List<CellResult>> {
  @Override
  public List<CellResult> apply(List<CellResult> measured) {
    ParameterColumns labels = ParameterColumns.of(measured.stream().map(CellResult::key).toList());
    SimulatedResults virtual = new SimulatedResults();
    List<Found> found = measured.parallelStream().map(cell -> find(cell, virtual)).toList();
    Map<String, List<Found>> reasons =
        found.stream()
            .filter(one -> !one.why.isEmpty())
            .collect(groupingBy(Found::why, TreeMap::new, toList()));
    reasons.forEach(
        (why, cells) -> {
          String first = labels.label(cells.get(0).cell.key());
          String more = cells.size() > 1 ? " and %d more".formatted(cells.size() - 1) : "";
          err.print("No virtual time for %s%s: %s\n".formatted(first, more, why));
        });
    return found.stream().map(Found::cell).toList();
  }

  /** A cell, with its virtual-time result or the reason why it has none. */
  private record Found(CellResult cell, String why) {}

  private static Found find(CellResult cell, SimulatedResults virtual) {
    try {
      return new Found(Ideal.beside(cell, virtual.result(CellGrid.requirePlayed(cell), 1)), "");
    } catch (BadInput | IllegalArgumentException e) {
      return new Found(cell, String.valueOf(e.getMessage()));
    }
  }
}
