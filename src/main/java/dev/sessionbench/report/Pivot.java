package dev.sessionbench.report;

import com.google.common.collect.Comparators;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellKey;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.report.ComparisonTables.ComparisonOptions;
import java.util.ArrayList;
import java.util.Comparator;
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
import java.util.stream.Stream;

/**
 * Cells laid out in rows and columns. Cells that no row or column tells apart share a place.
 *
 * @param rowHeading what the rows' labels are made of
 * @param columnHeading what the columns' headings are values of, or {@value ParameterValues#FILE}
 * @param columns the columns' headings, in order
 * @param places the results at each row's label and column's heading, rows in order
 * @param pooled one sentence for each parameter that varies and tells nothing apart
 */
public record Pivot(
    String rowHeading,
    String columnHeading,
    List<String> columns,
    Map<String, Map<String, List<CellResult>>> places,
    List<String> pooled) {
  /** The value of a parameter that a cell does not have. */
  static final String ABSENT = "-";

  private static final String BENCHMARK = "benchmark";
  private static final String MODE = "mode";
  private static final Comparator<Iterable<String>> ORDER =
      Comparators.lexicographical(NumbersFirst.ORDER);

  static Pivot of(List<ComparisonInput> inputs, ComparisonOptions options) {
    List<CellKey> keys =
        inputs.stream().flatMap(input -> input.results().stream()).map(CellResult::key).toList();
    Function<CellKey, String> names = benchmarkNames(keys);
    ParameterValues parameters = ParameterValues.of(keys);
    Map<String, Set<String>> values = values(keys, parameters.values().keySet(), names);
    List<String> varying =
        values.keySet().stream()
            .filter(name -> parameters.varying().contains(name) || isBare(name))
            .filter(name -> values.getOrDefault(name, Set.of()).size() > 1)
            .toList();
    options.columns().forEach(name -> ParameterValues.require("--col", name, values.keySet()));
    // With several and no favourite, choosing one would be a guess; the file is then one column.
    List<String> columns =
        options.columns().isEmpty() && inputs.size() == 1
            ? parameters.favourite().stream().toList()
            : options.columns();
    boolean files = columns.isEmpty();
    List<String> rows = rows(options, values.keySet(), varying, columns);
    Map<List<String>, Map<String, List<CellResult>>> sorted = new TreeMap<>(ORDER);
    TreeMap<List<String>, String> headings = new TreeMap<>(ORDER);
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
    Stream<String> pooled =
        Stream.concat(
            Stream.of(pooled(ParameterValues.FILE, inputs.stream().map(ComparisonInput::label)))
                .filter(sentence -> !files && inputs.size() > 1),
            varying.stream()
                .filter(name -> !rows.contains(name) && !columns.contains(name))
                .map(name -> pooled(name, values.getOrDefault(name, Set.of()).stream())));
    List<String> order =
        files
            ? inputs.stream().map(ComparisonInput::label).toList()
            : List.copyOf(headings.values());
    return new Pivot(
        String.join(" ", rows),
        files ? ParameterValues.FILE : String.join(",", columns),
        order,
        places,
        places.values().stream().flatMap(row -> row.values().stream()).anyMatch(of -> of.size() > 1)
            ? pooled.toList()
            : List.of());
  }

  private static List<String> rows(
      ComparisonOptions options, Set<String> known, List<String> varying, List<String> columns) {
    options.rows().forEach(name -> ParameterValues.require("--row", name, known));
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

  private static String pooled(String name, Stream<String> values) {
    return "%s varies (%s) and is in neither row nor column: its values are pooled."
        .formatted(name, values.collect(Collectors.joining(", ")));
  }

  private static Map<String, Set<String>> values(
      List<CellKey> keys, Set<String> parameters, Function<CellKey, String> benchmarks) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    Stream.concat(Stream.of(BENCHMARK, MODE), parameters.stream())
        .forEach(name -> values.put(name, new TreeSet<>(NumbersFirst.ORDER)));
    values.forEach((name, seen) -> keys.forEach(key -> seen.add(value(name, key, benchmarks))));
    return values;
  }

  private static String value(String name, CellKey key, Function<CellKey, String> benchmarks) {
    return switch (name) {
      case BENCHMARK -> benchmarks.apply(key);
      case MODE -> key.mode();
      default -> key.params().getOrDefault(name, ABSENT);
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
}
