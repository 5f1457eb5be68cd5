package dev.sessionbench.report.html;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.report.CellFilter;
import dev.sessionbench.report.ComparisonInput;
import dev.sessionbench.report.ComparisonOptions;
import dev.sessionbench.report.ComparisonReport;
import dev.sessionbench.report.ComparisonSheet;
import dev.sessionbench.report.ComparisonTables;
import dev.sessionbench.report.NumbersFirst;
import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.chart.XAxis;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What each value of a parameter changes that is no number, such as the client: held against one of
 * them, load by load.
 *
 * @param parameter the parameter
 * @param comparison its values compared; nothing where none is of words, or it has too many
 */
public record ChangesView(String parameter, Optional<ComparisonReport> comparison) {
  /**
   * The changes in some cells.
   *
   * @param cells the cells
   * @param x the parameter along the axis of the charts; if it has numbers, the client where that
   *     varies
   */
  static ChangesView of(List<CellResult> cells, String x) {
    return Stream.of(x, ParameterValues.CLIENT)
        .filter(name -> Regret.of(cells, name).isEmpty() && isOfWords(cells, name))
        .findFirst()
        .map(name -> new ChangesView(name, Optional.of(compared(cells, name))))
        .orElse(new ChangesView(x, Optional.empty()));
  }

  private static boolean isOfWords(List<CellResult> cells, String name) {
    List<String> values =
        cells.stream().map(cell -> cell.key().params().get(name)).filter(Objects::nonNull).toList();
    XAxis axis = new XAxis(name, values);
    return axis.values().size() > 1
        && !axis.isCrowded()
        && axis.values().stream().allMatch(value -> NumbersFirst.number(value).isEmpty());
  }

  private static ComparisonReport compared(List<CellResult> cells, String name) {
    List<CellResult> having =
        cells.stream().filter(cell -> cell.key().params().containsKey(name)).toList();
    return ComparisonTables.of(
        List.of(new ComparisonInput("", "", having)),
        new ComparisonOptions(
            List.of(name),
            List.of(),
            CellFilter.parse(""),
            List.of(),
            Optional.empty(),
            /* byRow= */ true));
  }

  /** Whether there is anything to show. */
  public boolean shown() {
    return comparison.isPresent();
  }

  /** The value that the others are held against. */
  public String base() {
    return comparison.map(report -> report.tables().get(0).base()).orElse("");
  }

  /** What was found, in a sentence for each metric; nothing where nothing is shown. */
  Optional<String> summary() {
    return comparison.map(
        report ->
            "Against %s %s: %s".formatted(parameter, base(), String.join(" ", report.answer())));
  }

  /** A table for each load. */
  public List<ComparisonSheet> sheets() {
    return comparison.map(ComparisonReport::sheets).orElse(List.of());
  }

  /** How the tables are to be read. */
  public List<String> legend() {
    return comparison.map(ComparisonReport::legend).orElse(List.of());
  }
}
