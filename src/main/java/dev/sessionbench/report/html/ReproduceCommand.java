package dev.sessionbench.report.html;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import com.google.common.collect.SortedSetMultimap;
import com.google.common.collect.TreeMultimap;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.report.NumbersFirst;
import dev.sessionbench.report.ParameterValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Writes the commands that measure the same cells again, from what the cells record. */
final class ReproduceCommand {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,=:/@%+-]+");

  /** Each parameter has its own line, so that a command can be read on a narrow screen. */
  private static final String NEXT_LINE = " \\\n  ";

  /** Stands for the benchmark among the names of parameters. */
  private static final String BENCHMARK = "";

  private ReproduceCommand() {}

  /**
   * Writes {@code run} commands for measured cells and {@code simulate} commands for cells in
   * virtual time. A command measures all combinations of the values that it names. So there are as
   * many commands as are needed to measure exactly these cells.
   */
  static String of(List<CellResult> cells) {
    return by(ReproduceCommand::build, cells).entrySet().stream()
        .flatMap(build -> Stream.concat(Stream.of(build.getKey()), commands(build.getValue())))
        .collect(joining("\n"));
  }

  private static Map<String, List<CellResult>> by(
      Function<CellResult, String> key, List<CellResult> cells) {
    return cells.stream().collect(groupingBy(key, LinkedHashMap::new, toList()));
  }

  private static String build(CellResult cell) {
    Environment where = cell.environment();
    String commit = where == null ? "" : where.gitCommit();
    return (commit.matches("[0-9a-f]{7,40}") ? "git checkout " + commit + "\n" : "")
        + "./mvnw -q package -DskipTests";
  }

  private static Stream<String> commands(List<CellResult> cells) {
    List<String> commands = new ArrayList<>();
    by(ReproduceCommand::options, cells)
        .forEach(
            (options, alike) -> {
              int forks = alike.stream().mapToInt(CellResult::forks).max().orElseThrow();
              boolean virtual = options.isEmpty();
              List<String> last = virtual ? List.of() : List.of("-f " + forks + options);
              String name = virtual ? "simulate" : "run";
              products(alike).forEach(product -> commands.add(command(name, product, last)));
            });
    return commands.stream();
  }

  /** The options apart from the parameters; cells in virtual time have none. */
  private static String options(CellResult cell) {
    if (cell.isSimulated()) {
      return "";
    }
    Environment where = cell.environment();
    String arguments =
        cell.jvmArgs().stream()
            .map(argument -> argument.contains(" ") ? '"' + argument + '"' : argument)
            .collect(joining(" "));
    String iterations = " -wi " + cell.warmupIterations() + " -i " + cell.measurementIterations();
    String order = where == null ? "" : " --order-seed " + where.orderSeed();
    String jvm = arguments.isEmpty() ? "" : NEXT_LINE + "-jvmArgs " + quoted(arguments);
    return iterations + order + jvm;
  }

  private static String command(
      String name, SortedMap<String, Set<String>> product, List<String> options) {
    List<String> lines = new ArrayList<>(List.of("java -jar target/benchmarks.jar " + name));
    product.forEach(
        (parameter, values) ->
            lines.add(
                parameter.equals(BENCHMARK)
                    ? quoted(pattern(values))
                    : "-p " + quoted(parameter + "=" + String.join(",", values))));
    lines.addAll(options);
    return String.join(NEXT_LINE, lines);
  }

  /**
   * The cells as few products: sets of values for each parameter, all combinations of which exist.
   */
  private static List<SortedMap<String, Set<String>>> products(List<CellResult> cells) {
    List<SortedMap<String, Set<String>>> products =
        cells.stream().map(ReproduceCommand::product).toList();
    NavigableSet<String> names = new TreeSet<>();
    products.forEach(product -> names.addAll(product.keySet()));
    for (String name : names.descendingSet()) {
      Map<SortedMap<String, Set<String>>, Set<String>> values = new LinkedHashMap<>();
      for (SortedMap<String, Set<String>> product : products) {
        SortedMap<String, Set<String>> others = new TreeMap<>(product);
        others.replace(name, Set.of());
        values
            .computeIfAbsent(others, alike -> new TreeSet<>(NumbersFirst.ORDER))
            .addAll(product.getOrDefault(name, Set.of()));
      }
      // Products that differ only in this parameter are one now.
      values.forEach((product, all) -> product.replace(name, all));
      products = List.copyOf(values.keySet());
    }
    return products;
  }

  private static SortedMap<String, Set<String>> product(CellResult cell) {
    Cell key = cell.key().without(ParameterValues.ADDED).without(FileParameters.CONTENTS);
    if (cell.isSimulated() && key.method().equals("described")) {
      key = key.without(TrialParameters.SAID_BY_LOAD);
    }
    SortedMap<String, Set<String>> product = new TreeMap<>();
    key.params().forEach((name, value) -> product.put(name, Set.of(value)));
    product.put(BENCHMARK, Set.of(key.classAndMethod()));
    return product;
  }

  /**
   * A pattern that matches exactly these benchmarks, with the class named once if there is only
   * one.
   */
  private static String pattern(Set<String> benchmarks) {
    SortedSetMultimap<String, String> methods = TreeMultimap.create();
    for (String name : benchmarks) {
      int method = name.lastIndexOf('.') + 1;
      methods.put(name.substring(0, method), name.substring(method));
    }
    return methods.keySet().stream()
        .map(t -> t.replace(".", "\\.") + "(" + String.join("|", methods.get(t)) + ")$")
        .collect(joining("|"));
  }

  /** Quotes any text so that a POSIX shell reads it back unchanged. */
  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
