package dev.sessionbench.report;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.Comparators;
import com.google.common.collect.ImmutableTable;
import com.google.common.collect.Streams;
import com.google.common.collect.Table;
import com.google.common.collect.TreeBasedTable;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.report.ComparisonTables.ComparisonOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Lays cells out in rows and columns. Cells share a place if no row or column separates them.
 *
 * @param rowHeading the parameters in the rows' labels
 * @param columnHeading the parameters whose values are columns, or {@value ParameterValues#FILE}
 * @param columns the columns' headings, in order
 * @param places the results at each row's label and column's heading, rows in order
 * @param pooled one sentence for each parameter that varies but separates no cells
 */
public record Pivot(
    String rowHeading,
    String columnHeading,
    List<String> columns,
    Table<String, String, List<CellResult>> places,
    List<String> pooled) {
  /** The value of a parameter that a cell does not have. */
  static final String ABSENT = "-";

  static final String BENCHMARK = "benchmark";
  static final String MODE = "mode";
  private static final Comparator<Iterable<String>> ORDER =
      Comparators.lexicographical(NumbersFirst.ORDER);

  static Pivot of(List<ComparisonInput> inputs, ComparisonOptions options) {
    List<Cell> keys =
        inputs.stream().flatMap(input -> input.results().stream()).map(CellResult::key).toList();
    boolean full = different(keys, Cell::classAndMethod) < different(keys, Cell::benchmark);
    ParameterValues parameters = ParameterValues.of(keys);
    Map<String, Set<String>> values = new LinkedHashMap<>();
    Stream.concat(Stream.of(BENCHMARK, MODE), parameters.values().keySet().stream())
        .forEach(name -> values.put(name, new TreeSet<>(NumbersFirst.ORDER)));
    values.forEach((name, seen) -> keys.forEach(key -> seen.add(value(name, key, full))));
    Map<String, Set<String>> varying = new LinkedHashMap<>(values);
    varying.keySet().removeIf(name -> !parameters.varying().contains(name) && !isBare(name));
    varying.values().removeIf(different -> different.size() < 2);
    options.columns().forEach(name -> ParameterValues.require("--col", name, values.keySet()));
    options.rows().forEach(name -> ParameterValues.require("--row", name, values.keySet()));
    // With several varying parameters and no favourite, the file is one column; a choice would be a
    // guess.
    List<String> columns =
        options.columns().isEmpty() && inputs.size() == 1
            ? parameters.favourite().stream().toList()
            : options.columns();
    boolean files = columns.isEmpty();
    List<String> decided = decided(columns, keys, varying);
    List<String> rows = rows(options.rows(), varying.keySet(), columns);
    List<String> labels = inputs.stream().map(ComparisonInput::label).toList();
    Table<List<String>, List<String>, List<CellResult>> sorted =
        TreeBasedTable.create(ORDER, ORDER);
    for (ComparisonInput input : inputs) {
      for (CellResult result : input.results()) {
        List<String> row = project(rows, result.key(), full);
        List<String> column = project(columns, result.key(), full);
        List<String> place = files ? List.of(input.label()) : column;
        sorted.row(row).computeIfAbsent(place, key -> new ArrayList<>()).add(result);
      }
    }
    ImmutableTable.Builder<String, String, List<CellResult>> places = ImmutableTable.builder();
    sorted
        .rowMap()
        .forEach(
            (row, byColumn) ->
                byColumn.forEach(
                    (column, of) -> places.put(label(rows, row), heading(column), of)));
    List<String> pooled = new ArrayList<>(decided);
    if (sorted.values().stream().anyMatch(of -> of.size() > 1)) {
      if (!files && inputs.size() > 1) {
        pooled.add(pooled(ParameterValues.FILE, labels));
      }
      varying.keySet().removeAll(rows);
      varying.keySet().removeAll(columns);
      varying.forEach((name, different) -> pooled.add(pooled(name, different)));
    }
    return new Pivot(
        String.join(" ", rows),
        files ? ParameterValues.FILE : String.join(",", columns),
        files ? labels : sorted.columnKeySet().stream().map(Pivot::heading).toList(),
        places.build(),
        pooled);
  }

  private static String heading(List<String> column) {
    return String.join(" ", column);
  }

  /** The results at a place. */
  Stream<CellResult> at(String row, String column) {
    return Stream.ofNullable(places.get(row, column)).flatMap(List::stream);
  }

  /**
   * Takes out each parameter that some clients lack, where the column decides its value. As a row
   * it would put each client into a row of its own.
   *
   * @return a sentence for each
   */
  private static List<String> decided(
      List<String> columns, List<Cell> keys, Map<String, Set<String>> varying) {
    List<String> sentences = new ArrayList<>();
    for (String name : TrialParameters.OF_SOME_CLIENTS.keySet()) {
      List<String> both = Stream.concat(columns.stream(), Stream.of(name)).toList();
      if (varying.getOrDefault(name, Set.of()).contains(ABSENT)
          && !columns.contains(name)
          && different(keys, key -> project(both, key, true))
              == different(keys, key -> project(columns, key, true))) {
        sentences.add(
            "%s has one value for each %s (%s) and is in neither row nor column."
                .formatted(
                    name, String.join(",", columns), String.join(", ", varying.remove(name))));
      }
    }
    return sentences;
  }

  private static long different(List<Cell> keys, Function<Cell, ?> value) {
    return keys.stream().map(value).distinct().count();
  }

  private static List<String> rows(List<String> asked, Set<String> varying, List<String> columns) {
    for (String name : columns) {
      BadInput.when(asked.contains(name), "--row %s: it is a column already", name);
    }
    if (!asked.isEmpty()) {
      return asked;
    }
    Set<String> rows = new LinkedHashSet<>(List.of(BENCHMARK));
    rows.addAll(varying);
    rows.removeAll(columns);
    return List.copyOf(rows);
  }

  private static String pooled(String name, Collection<String> values) {
    return "%s varies (%s) and is in neither row nor column: its values are pooled."
        .formatted(name, String.join(", ", values));
  }

  /** The value of a parameter. Benchmarks have full names if two packages share a short name. */
  private static String value(String name, Cell key, boolean full) {
    return switch (name) {
      case BENCHMARK -> full ? key.benchmark() : key.classAndMethod();
      case MODE -> key.mode();
      default -> key.params().getOrDefault(name, ABSENT);
    };
  }

  private static List<String> project(List<String> names, Cell key, boolean full) {
    return names.stream().map(name -> value(name, key, full)).toList();
  }

  private static String label(List<String> names, List<String> values) {
    return Streams.zip(
            names.stream(), values.stream(), (name, v) -> isBare(name) ? v : name + "=" + v)
        .collect(joining(" "));
  }

  private static boolean isBare(String name) {
    return name.equals(BENCHMARK) || name.equals(MODE);
  }
}
