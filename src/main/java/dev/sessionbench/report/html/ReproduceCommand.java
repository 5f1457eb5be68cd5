package dev.sessionbench.report.html;

import dev.sessionbench.report.ParameterValues;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Environment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

  /** One command, each parameter on a line of its own so that it can be read on a narrow screen. */
  static String of(List<CellResult> cells) {
    List<String> lines = new ArrayList<>();
    lines.add("java -jar target/benchmarks.jar run");
    lines.add(quoted(benchmarks(cells)));
    ParameterValues.values(
            cells.stream().map(cell -> cell.key().without(ParameterValues.ADDED)),
            BY_LENGTH_THEN_TEXT)
        .forEach(
            (name, values) -> lines.add("-p " + quoted(name + "=" + String.join(",", values))));
    CellResult first = cells.get(0);
    Environment where = first.environment();
    lines.add(
        "-f %s -wi %s -i %s%s"
            .formatted(
                cells.stream().mapToInt(CellResult::forks).max().orElse(1),
                first.warmupIterations(),
                first.measurementIterations(),
                where == null ? "" : " --order-seed " + where.orderSeed()));
    return String.join(" \\\n  ", lines);
  }

  /**
   * A pattern that matches the benchmarks and no other, the class named once where there is one.
   */
  private static String benchmarks(List<CellResult> cells) {
    SortedMap<String, Set<String>> methods = new TreeMap<>();
    for (CellResult cell : cells) {
      String name = cell.key().classAndMethod();
      int dot = name.lastIndexOf('.') + 1;
      methods
          .computeIfAbsent(name.substring(0, dot), type -> new TreeSet<>())
          .add(name.substring(dot));
    }
    return methods.entrySet().stream()
        .map(e -> e.getKey().replace(".", "\\.") + "(" + String.join("|", e.getValue()) + ")$")
        .collect(Collectors.joining("|"));
  }

  /** A word as a POSIX shell reads it back, whatever is in it. */
  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
