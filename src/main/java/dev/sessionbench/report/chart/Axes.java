package dev.sessionbench.report.chart;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.report.ParameterValues;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Decides which parameters are the dimensions of charts. All other parameters make panels.
 *
 * @param x the parameter along the horizontal axis
 * @param series the parameter whose values are lines; empty for one line in each panel
 */
public record Axes(String x, Optional<String> series) {
  private static final List<String> LINES =
      List.of(ParameterValues.FILE, ParameterValues.CLIENT_VERSION, ParameterValues.CLIENT);

  /**
   * The axes for some cells.
   *
   * @param cells the cells
   * @param x the parameter that the user asked for; by default the step if it varies, else the only
   *     parameter that does
   * @param series the parameter that the user asked for; by default the file, the client's version
   *     or the client, if there are several
   * @return the axes; without a series if it has too many values for one chart, so that each value
   *     has a panel
   * @throws BadInput if no cell has a parameter that the user asked for
   */
  public static Axes of(Collection<Cell> cells, Optional<String> x, Optional<String> series) {
    ParameterValues parameters = ParameterValues.of(cells);
    Set<String> known = parameters.values().keySet();
    x.ifPresent(name -> ParameterValues.require("--x", name, known));
    series.ifPresent(name -> ParameterValues.require("--series", name, known));
    Optional<String> favourite = parameters.favourite();
    // A parameter that varies alone is the axis, unless no benchmark has it.
    Predicate<String> isAxis =
        name -> !ParameterValues.ADDED.contains(name) && favourite.equals(Optional.of(name));
    Stream<String> usual =
        LINES.stream().filter(parameters.varying()::contains).filter(isAxis.negate());
    Optional<String> lines = series.or(usual::findFirst);
    String along =
        x.or(() -> favourite.filter(name -> !lines.equals(Optional.of(name))))
            .orElse(PoolShape.INC_STEP);
    Predicate<String> fits = name -> parameters.values().get(name).size() <= XAxis.MOST_LINES;
    return new Axes(along, lines.filter(name -> !name.equals(along)).filter(fits));
  }

  /** The value along the horizontal axis; empty if the cell has no value. */
  Optional<String> x(Cell cell) {
    return Optional.ofNullable(cell.params().get(x));
  }

  /** The line that a cell belongs to; empty if there is only one. */
  String series(Cell cell) {
    Map<String, String> params = cell.params();
    return series.map(name -> params.getOrDefault(name, "–")).orElse("");
  }

  /** What a cell shares with the others of its panel. */
  Cell panel(Cell cell) {
    return cell.without(series.isPresent() ? Set.of(x, series.get()) : Set.of(x));
  }
}
