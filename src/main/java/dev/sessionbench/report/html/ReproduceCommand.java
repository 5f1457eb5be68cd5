package dev.sessionbench.report.html;

import dev.sessionbench.results.CellResult;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The commands that measure the same cells again, derived from what the cells carry. */
final class ReproduceCommand {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,=:/@%+-]+");
  private static final Comparator<String> BY_LENGTH_THEN_TEXT =
      Comparator.comparingInt(String::length).thenComparing(text -> text);

  private ReproduceCommand() {}

  /** One command line. */
  static String of(List<CellResult> cells) {
    StringBuilder command = new StringBuilder("java -jar target/benchmarks.jar run ");
    command.append(quoted(benchmarks(cells)));
    parameters(cells)
        .forEach(
            (name, values) ->
                command.append(" -p ").append(quoted(name + "=" + String.join(",", values))));
    CellResult first = cells.get(0);
    command.append(" -f ").append(cells.stream().mapToInt(CellResult::forks).max().orElse(1));
    command.append(" -wi ").append(first.warmupIterations());
    command.append(" -i ").append(first.measurementIterations());
    return command.toString();
  }

  private static String benchmarks(List<CellResult> cells) {
    return cells.stream()
        .map(cell -> cell.key().classAndMethod())
        .distinct()
        .sorted()
        .map(name -> name.replace(".", "\\."))
        .collect(Collectors.joining("|", "(", ")$"));
  }

  private static SortedMap<String, Set<String>> parameters(List<CellResult> cells) {
    SortedMap<String, Set<String>> values = new TreeMap<>();
    for (CellResult cell : cells) {
      for (Map.Entry<String, String> param : cell.key().params().entrySet()) {
        values
            .computeIfAbsent(param.getKey(), name -> new TreeSet<>(BY_LENGTH_THEN_TEXT))
            .add(param.getValue());
      }
    }
    return values;
  }

  /** A word as a POSIX shell reads it back, whatever is in it. */
  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
