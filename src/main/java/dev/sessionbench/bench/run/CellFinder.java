package dev.sessionbench.bench.run;

import com.google.common.collect.SetMultimap;
import com.google.common.collect.TreeMultimap;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.Params;
import dev.sessionbench.bench.trial.TrialParameters;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Finds the cells that a command line asks for.
 *
 * @param benchmarks the existing benchmarks
 */
public record CellFinder(BenchmarkList benchmarks) {
  private static final OutputFormat SILENT =
      OutputFormatFactory.createFormatInstance(
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          VerboseMode.SILENT);

  private static final List<String> DEFAULT_INCLUDES = List.of("\\.SessionPoolBenchmark\\.");

  /** The default of a parameter that only some of a benchmark's cells take. */
  private static final Set<String> OF_SOME_CELLS = Set.of("standard");

  /**
   * The cells in the order of benchmark and parameter values.
   *
   * @throws BadInput if nothing matches, a parameter is unknown or a cell cannot work
   */
  public List<PlannedCell> find(JmhArguments arguments) {
    CommandLineOptions options = arguments.options();
    Set<BenchmarkListEntry> entries = meant(matching(options), arguments);
    SetMultimap<String, String> declared = TreeMultimap.create();
    entries.forEach(entry -> support(entry).declared(entry).forEach(declared::putAll));
    for (String name : arguments.parameterNames()) {
      String instead = BadInput.instead(name, declared.keySet());
      BadInput.when(!declared.containsKey(name), "-p %s: no such parameter%s", name, instead);
    }
    Map<Cell, PlannedCell> cells = new LinkedHashMap<>();
    for (BenchmarkListEntry entry : entries) {
      for (Mode mode : modes(entry, options)) {
        for (Map<String, String> params : combinations(support(entry).declared(entry), options)) {
          PlannedCell cell = cell(entry, mode, params, options);
          cells.put(cell.key(), cell);
        }
      }
    }
    refuseMeaninglessParameters(arguments, declared, cells.keySet());
    return List.copyOf(cells.values());
  }

  private static BenchmarkSupport support(BenchmarkListEntry entry) {
    return BenchmarkSupport.of(entry.getUsername());
  }

  private static String name(BenchmarkListEntry entry) {
    return support(entry).userName(entry.getUsername());
  }

  private static Set<BenchmarkListEntry> meant(
      Set<BenchmarkListEntry> matching, JmhArguments arguments) {
    Set<BenchmarkListEntry> meant = new LinkedHashSet<>(matching);
    meant.removeIf(
        entry ->
            !support(entry)
                .isMeant(
                    name(entry),
                    arguments.options().getIncludes(),
                    arguments.parameterNames(),
                    matching.stream().allMatch(e -> support(e) == support(entry))));
    return meant;
  }

  /**
   * The parameters that users may set of some benchmarks, each with its default values.
   *
   * @param pattern a regular expression that their names match
   */
  public Map<String, List<String>> parameters(String pattern) {
    Map<String, List<String>> parameters = new TreeMap<>();
    matching(List.of(pattern), List.of())
        .forEach(entry -> support(entry).declared(entry).forEach(parameters::putIfAbsent));
    return parameters;
  }

  private Stream<BenchmarkListEntry> matching(List<String> includes, List<String> excludes) {
    List<Pattern> included = includes.stream().map(Pattern::compile).toList();
    List<Pattern> excluded = excludes.stream().map(Pattern::compile).toList();
    return benchmarks.getAll(SILENT, List.of()).stream()
        .filter(entry -> included.stream().anyMatch(p -> p.matcher(name(entry)).find()))
        .filter(entry -> excluded.stream().noneMatch(p -> p.matcher(name(entry)).find()));
  }

  private Set<BenchmarkListEntry> matching(CommandLineOptions options) {
    Set<BenchmarkListEntry> entries;
    try {
      entries = new LinkedHashSet<>(matching(includes(options), options.getExcludes()).toList());
    } catch (PatternSyntaxException e) {
      throw new BadInput(
          "'%s' is not a regular expression: %s".formatted(e.getPattern(), e.getDescription()));
    }
    if (entries.isEmpty()) {
      Set<String> all = new TreeSet<>();
      benchmarks.getAll(SILENT, options.getExcludes()).forEach(entry -> all.add(name(entry)));
      String asked = String.join(" ", options.getIncludes());
      List<String> known =
          all.stream().map(name -> new Cell(name, "", Map.of()).classAndMethod()).toList();
      throw new BadInput(
          "no benchmark matches %s; there are: %s".formatted(asked, String.join(", ", known)));
    }
    return entries;
  }

  private static List<String> includes(CommandLineOptions options) {
    // By default only the project's main benchmarks run; JMH would run all that exist.
    return options.getIncludes().isEmpty() ? DEFAULT_INCLUDES : options.getIncludes();
  }

  /** Refuses a parameter that the user set and that no cell takes. */
  private static void refuseMeaninglessParameters(
      JmhArguments arguments, SetMultimap<String, String> declared, Set<Cell> cells) {
    for (String name : arguments.parameterNames()) {
      Collection<String> values = arguments.options().getParameter(name).orElse(List.of());
      Set<String> usual = declared.get(name);
      boolean ofSome = usual.equals(OF_SOME_CELLS) && Collections.disjoint(values, usual);
      String standard = TrialParameters.OF_SOME_CLIENTS.get(name);
      if ((ofSome || (standard != null && !values.contains(standard)))
          && cells.stream().noneMatch(cell -> cell.params().containsKey(name))) {
        Set<String> taken = new TreeSet<>();
        for (Cell cell : cells) {
          String benchmark = cell.benchmark();
          taken.addAll(BenchmarkSupport.of(benchmark).ofSome(benchmark, cell.params()));
        }
        String others = taken.isEmpty() ? "" : BadInput.instead(name, taken);
        throw new BadInput(
            "-p %s=%s: means nothing to any of these benchmarks under the other parameters%s"
                .formatted(name, String.join(",", values), others));
      }
    }
  }

  private static Collection<Mode> modes(BenchmarkListEntry entry, CommandLineOptions options) {
    Collection<Mode> asked = options.getBenchModes();
    Collection<Mode> modes = asked.isEmpty() ? List.of(entry.getMode()) : asked;
    BadInput.when(
        modes.contains(Mode.SampleTime) || modes.contains(Mode.All),
        "-bm sample: histograms cannot be merged over forks; use thrpt, avgt or ss");
    return modes;
  }

  private static List<Map<String, String>> combinations(
      Map<String, List<String>> declared, CommandLineOptions options) {
    Map<String, Collection<String>> values = new TreeMap<>();
    declared.forEach(
        (name, standard) -> values.put(name, options.getParameter(name).orElse(standard)));
    return Params.product(values);
  }

  /** Makes a cell and checks that it can work. */
  private static PlannedCell cell(
      BenchmarkListEntry entry, Mode mode, Map<String, String> params, CommandLineOptions options) {
    String benchmark = name(entry);
    try {
      support(entry).check(benchmark, params);
    } catch (IllegalArgumentException e) {
      throw new BadInput(String.valueOf(e.getMessage()));
    }
    var warmups = options.getWarmupIterations().orAnother(entry.getWarmupIterations());
    int warmup = warmups.orElse(Defaults.WARMUP_ITERATIONS);
    var iterations = options.getMeasurementIterations().orAnother(entry.getMeasurementIterations());
    int measured = iterations.orElse(Defaults.MEASUREMENT_ITERATIONS);
    int forks =
        options.getForkCount().orAnother(entry.getForks()).orElse(Defaults.MEASUREMENT_FORKS);
    Cell cell = new Cell(benchmark, mode.shortLabel(), support(entry).recorded(benchmark, params));
    return new PlannedCell(cell, forks, warmup + measured);
  }
}
