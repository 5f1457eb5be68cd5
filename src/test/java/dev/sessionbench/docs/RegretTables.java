package dev.sessionbench.docs;

import dev.sessionbench.report.NumbersFirst;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.RegretTable;
import dev.sessionbench.report.ResultTable.Column;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Regret as tables: all loads at a glance, and what each load costs each value. */
final class RegretTables {
  private RegretTables() {}

  /** A row for each value, a column for each load. */
  static TextTable overview(Regret regret) {
    TextTable table =
        new TextTable(
            Stream.concat(
                    Stream.of(regret.parameter()), regret.loads().stream().map(Regret.Load::title))
                .toList());
    for (String value : regret.values()) {
      List<String> cells = new ArrayList<>(List.of(value));
      regret.loads().forEach(load -> cells.add(RegretTable.words(load.of(value))));
      table.add(cells);
    }
    return table;
  }

  /**
   * What a load costs each value, the least regret first; then those that were not weighed.
   *
   * @param regret of which the load is one
   * @param load the load
   * @param results all results, those that were not weighed too
   */
  static TextTable of(Regret regret, Regret.Load load, List<CellResult> results) {
    TextTable table =
        new TextTable(
            Stream.of(
                    Stream.of(regret.parameter()),
                    RegretTable.columns().stream().map(Column::heading),
                    Stream.of("regret"))
                .flatMap(heading -> heading)
                .toList());
    Stream.concat(
            load.results().entrySet().stream()
                .sorted(
                    Comparator.comparingDouble(
                            (Map.Entry<String, CellResult> e) -> load.of(e.getKey()).orElseThrow())
                        .thenComparing(Map.Entry::getKey, NumbersFirst.ORDER))
                .map(e -> row(e.getKey(), e.getValue(), RegretTable.words(load.of(e.getKey())))),
            unweighed(regret, load, results)
                .map(r -> row(r.key().params().getOrDefault(regret.parameter(), ""), r, "–")))
        .forEach(table::add);
    return table;
  }

  private static Stream<CellResult> unweighed(
      Regret regret, Regret.Load load, List<CellResult> results) {
    CellResult like = load.results().values().iterator().next();
    return results.stream()
        .filter(r -> r.metric(Regret.WEIGHT).isEmpty() && r.benchmark().equals(like.benchmark()))
        .filter(r -> r.key().params().containsKey(regret.parameter()));
  }

  private static List<String> row(String value, CellResult result, String regret) {
    List<String> cells = new ArrayList<>(List.of(value));
    RegretTable.columns().forEach(column -> cells.add(column.words().apply(result)));
    cells.add(regret);
    return cells;
  }
}
