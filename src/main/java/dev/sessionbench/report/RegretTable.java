package dev.sessionbench.report;

import dev.sessionbench.report.ResultTable.Column;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Regret as tables: all loads at a glance, and what each load costs each value. */
public final class RegretTable {
  private static final double GREAT = 9.95;
  private static final double BEYOND = 999.5;

  private RegretTable() {}

  /** A row for each value, a column for each load. */
  public static TextTable overview(Regret regret) {
    TextTable table =
        new TextTable(
            Stream.concat(
                    Stream.of(regret.parameter()), regret.loads().stream().map(Regret.Load::title))
                .toList());
    for (String value : regret.values()) {
      List<String> cells = new ArrayList<>(List.of(value));
      regret.loads().forEach(load -> cells.add(words(load.of(value))));
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
  public static TextTable of(Regret regret, Regret.Load load, List<CellResult> results) {
    TextTable table =
        new TextTable(
            Stream.of(
                    Stream.of(regret.parameter()),
                    columns().stream().map(Column::heading),
                    Stream.of("regret"))
                .flatMap(heading -> heading)
                .toList());
    Stream.concat(
            load.results().entrySet().stream()
                .sorted(
                    Comparator.comparingDouble(
                            (Map.Entry<String, CellResult> e) -> load.of(e.getKey()).orElseThrow())
                        .thenComparing(Map.Entry::getKey, NumbersFirst.ORDER))
                .map(e -> row(e.getKey(), e.getValue(), words(load.of(e.getKey())))),
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
    columns().forEach(column -> cells.add(column.words().apply(result)));
    cells.add(regret);
    return cells;
  }

  /** What a run has cost, in the figures that are weighed and some beside them. */
  public static List<Column> columns() {
    return List.of(
        metric("RPCs", ResultTables.RPCS_METRIC),
        metric("overshoot", "overshoot"),
        metric("wait p99 (ms)", "acquireWaitP99"),
        metric("idle (s)", "idleSessionSeconds"),
        metric("refused", "failedCallers"));
  }

  private static Column metric(String heading, String name) {
    return new Column(
        heading, result -> Numbers.label(ResultTables.secondary(result, name).median()));
  }

  /** A regret in three signs or fewer: 1.5, 12, and a sign for what refuses callers. */
  public static String words(OptionalDouble regret) {
    if (regret.isEmpty()) {
      return "–";
    }
    double value = regret.getAsDouble();
    if (Double.isInfinite(value)) {
      return "∞";
    }
    if (value >= BEYOND) {
      return Math.min(99, Math.round(value / 1_000)) + "k";
    }
    return value < GREAT ? Numbers.oneDecimal(value) : Long.toString(Math.round(value));
  }
}
