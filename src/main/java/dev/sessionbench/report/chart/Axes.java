package dev.sessionbench.report.chart;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.report.ParameterValues;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What charts show along which dimension: everything that is neither of these makes panels.
 *
 * @param x the parameter along the horizontal axis
 * @param series the parameter of which each value is a line; nothing for one line a panel
 */
public record Axes(String x, Optional<String> series) {
  /**
   * The axes for some cells.
   *
   * @param cells the cells
   * @param x the parameter that was asked for; by default the step if it varies, else the one that
   *     does
   * @param series the parameter that was asked for; by default the file, the client's version or
   *     the client, where there are several
   * @return the axes; without a series where it has more values than lines can be told apart, so
   *     that each value has a panel
   * @throws BadInput if no cell has a parameter that was asked for
   */
  public static Axes of(Collection<Cell> cells, Optional<String> x, Optional<String> series) {
    ParameterValues parameters = ParameterValues.of(cells);
    Set<String> known = parameters.values().keySet();
    x.ifPresent(name -> ParameterValues.require("--x", name, known));
    series.ifPresent(name -> ParameterValues.require("--series", name, known));
    Optional<String> favourite = parameters.favourite();
    Optional<String> lines =
        series.or(
            () ->
                Stream.of(
                        ParameterValues.FILE,
                        ParameterValues.CLIENT_VERSION,
                        ParameterValues.CLIENT)
                    .filter(parameters.varying()::contains)
                    // What varies alone is the axis, but for what no benchmark has.
                    .filter(
                        name ->
                            ParameterValues.ADDED.contains(name)
                                || !favourite.equals(Optional.of(name)))
                    .findFirst());
    String along =
        x.or(() -> favourite.filter(name -> !lines.equals(Optional.of(name))))
            .orElse(PoolShape.INC_STEP);
    return new Axes(
        along,
        lines.filter(
            name ->
                !name.equals(along)
                    && parameters.values().getOrDefault(name, Set.of()).size()
                        <= XAxis.MOST_LINES));
  }

  /** The value along the horizontal axis; nothing where the cell has none. */
  Optional<String> x(Cell cell) {
    return Optional.ofNullable(cell.params().get(x));
  }

  /** The line that a cell belongs to; empty where there is one only. */
  String series(Cell cell) {
    Map<String, String> params = cell.params();
    return series.map(name -> params.getOrDefault(name, "–")).orElse("");
  }

  /** What a cell has in common with the others of its panel. */
  Cell panel(Cell cell) {
    return cell.without(series.isPresent() ? Set.of(x, series.get()) : Set.of(x));
  }
}
