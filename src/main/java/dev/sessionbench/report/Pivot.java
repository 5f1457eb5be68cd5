package dev.sessionbench.report;

import dev.sessionbench.model.BadInput;
import dev.sessionbench.results.CellKey;
import dev.sessionbench.results.CellResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Cells laid out in rows and columns. Cells that no row or column tells apart share a place.
 *
 * @param rowHeading what the rows' labels are made of
 * @param columnHeading what the columns' headings are values of, or {@value ParameterValues#FILE}
 * @param columns the columns' headings, in order
 * @param places the results at each row's label and column's heading, rows in order
 * @param pooled one sentence for each parameter that varies and tells nothing apart
 */
record Pivot(
    String rowHeading,
    String columnHeading,
    List<String> columns,
    Map<String, Map<String, List<CellResult>>> places,
    List<String> pooled) {
  private static final String BENCHMARK = "benchmark";
  private static final String MODE = "mode";

  static Pivot of(List<ComparisonInput> inputs, ComparisonOptions options) {
    List<CellKey> keys =
        inputs.stream().flatMap(input -> input.results().stream()).map(CellResult::key).toList();
    Function<CellKey, String> names = benchmarkNames(keys);
    Map<String, Set<String>> values = values(keys, names);
    List<String> telling = ParameterValues.of(keys).varying();
    List<String> varying =
        values.entrySet().stream()
            .filter(e -> e.getValue().size() > 1)
            .map(Map.Entry::getKey)
            .filter(name -> telling.contains(name) || isBare(name))
            .toList();
    List<String> columns = columns(inputs, options, values, keys);
    boolean files = columns.isEmpty();
    List<String> rows = rows(options, values, varying, columns);
    Map<List<String>, Map<String, List<CellResult>>> sorted = new TreeMap<>(Pivot::compare);
    TreeMap<List<String>, String> headings = new TreeMap<>(Pivot::compare);
    for (ComparisonInput input : inputs) {
      for (CellResult result : input.results()) {
        List<String> column = project(columns, result.key(), names);
        String heading = files ? input.label() : String.join(" ", column);
        headings.put(column, heading);
        sorted
            .computeIfAbsent(project(rows, result.key(), names), row -> new LinkedHashMap<>())
            .computeIfAbsent(heading, key -> new ArrayList<>())
            .add(result);
      }
    }
    Map<String, Map<String, List<CellResult>>> places = new LinkedHashMap<>();
    sorted.forEach((row, cells) -> places.put(label(rows, row), cells));
    List<String> order =
        files
            ? inputs.stream().map(ComparisonInput::label).toList()
            : List.copyOf(headings.values());
    return new Pivot(
        String.join(" ", rows),
        files ? ParameterValues.FILE : String.join(",", columns),
        order,
        places,
        pooled(inputs, files, values, varying, rows, columns, places));
  }

  private static List<String> columns(
      List<ComparisonInput> inputs,
      ComparisonOptions options,
      Map<String, Set<String>> values,
      List<CellKey> keys) {
    options.columns().forEach(name -> ParameterValues.require("--col", name, values.keySet()));
    if (!options.columns().isEmpty() || inputs.size() > 1) {
      return options.columns();
    }
    // With several and no favourite, choosing one would be a guess; the file is then one column.
    return ParameterValues.of(keys).favourite().map(List::of).orElse(List.of());
  }

  private static List<String> rows(
      ComparisonOptions options,
      Map<String, Set<String>> values,
      List<String> varying,
      List<String> columns) {
    options.rows().forEach(name -> ParameterValues.require("--row", name, values.keySet()));
    for (String name : columns) {
      if (options.rows().contains(name)) {
        throw new BadInput("--row %s: it is a column already".formatted(name));
      }
    }
    if (!options.rows().isEmpty()) {
      return options.rows();
    }
    Set<String> rows = new LinkedHashSet<>(List.of(BENCHMARK));
    rows.addAll(varying);
    rows.removeAll(columns);
    return List.copyOf(rows);
  }

  private static List<String> pooled(
      List<ComparisonInput> inputs,
      boolean files,
      Map<String, Set<String>> values,
      List<String> varying,
      List<String> rows,
      List<String> columns,
      Map<String, Map<String, List<CellResult>>> places) {
    boolean shared =
        places.values().stream()
            .anyMatch(row -> row.values().stream().anyMatch(cells -> cells.size() > 1));
    if (!shared) {
      return List.of();
    }
    Map<String, String> pooled = new LinkedHashMap<>();
    if (!files && inputs.size() > 1) {
      pooled.put(
          ParameterValues.FILE,
          inputs.stream().map(ComparisonInput::label).collect(Collectors.joining(", ")));
    }
    varying.stream()
        .filter(name -> !rows.contains(name) && !columns.contains(name))
        .forEach(name -> pooled.put(name, String.join(", ", values.get(name))));
    return pooled.entrySet().stream()
        .map(
            e ->
                "%s varies (%s) and is in neither row nor column: its values are pooled."
                    .formatted(e.getKey(), e.getValue()))
        .toList();
  }

  private static Map<String, Set<String>> values(
      Collection<CellKey> keys, Function<CellKey, String> benchmarks) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    values.put(BENCHMARK, new TreeSet<>());
    values.put(MODE, new TreeSet<>());
    ParameterValues.of(keys)
        .values()
        .keySet()
        .forEach(name -> values.put(name, new TreeSet<>(NumbersFirst.ORDER)));
    values.forEach((name, seen) -> keys.forEach(key -> seen.add(value(name, key, benchmarks))));
    return values;
  }

  private static String value(String name, CellKey key, Function<CellKey, String> benchmarks) {
    return switch (name) {
      case BENCHMARK -> benchmarks.apply(key);
      case MODE -> key.mode();
      default -> key.params().getOrDefault(name, "-");
    };
  }

  private static List<String> project(
      List<String> names, CellKey key, Function<CellKey, String> benchmarks) {
    return names.stream().map(name -> value(name, key, benchmarks)).toList();
  }

  /** Class and method, and the full name where two packages share them. */
  private static Function<CellKey, String> benchmarkNames(List<CellKey> keys) {
    Map<String, Set<String>> names =
        keys.stream()
            .collect(
                Collectors.groupingBy(
                    CellKey::classAndMethod,
                    Collectors.mapping(CellKey::benchmark, Collectors.toSet())));
    return key ->
        names.getOrDefault(key.classAndMethod(), Set.of()).size() > 1
            ? key.benchmark()
            : key.classAndMethod();
  }

  private static String label(List<String> names, List<String> values) {
    return IntStream.range(0, names.size())
        .mapToObj(i -> isBare(names.get(i)) ? values.get(i) : names.get(i) + "=" + values.get(i))
        .collect(Collectors.joining(" "));
  }

  private static boolean isBare(String name) {
    return name.equals(BENCHMARK) || name.equals(MODE);
  }

  private static int compare(List<String> a, List<String> b) {
    return IntStream.range(0, a.size())
        .map(i -> NumbersFirst.ORDER.compare(a.get(i), b.get(i)))
        .filter(order -> order != 0)
        .findFirst()
        .orElse(0);
  }
}
