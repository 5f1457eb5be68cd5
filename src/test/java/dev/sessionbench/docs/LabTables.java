package dev.sessionbench.docs;

import dev.sessionbench.report.MachineBound;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The tables of the strategy lab beside those that the tool itself prints. */
final class LabTables {
  private static final double WITHIN_PERCENT = 5;

  /** What a load costs: the headings of metrics. */
  private static final Map<String, String> COSTS = new LinkedHashMap<>();

  static {
    COSTS.put(ResultTables.RPCS_METRIC, "RPCs");
    COSTS.put("maxRpcsInFlight", "at once");
    COSTS.put("sessionsCreated", "created");
    COSTS.put("poolMaxSessions", "alive at once");
    COSTS.put("acquireWaitP50", "wait p50 (ms)");
    COSTS.put("acquireWaitP99", "p99");
    COSTS.put("idleSessionSeconds", "idle (s)");
    COSTS.put("failedCallers", "refused");
  }

  private LabTables() {}

  /** The rules that cost a load the same in every figure, and the loads that they do so. */
  static String alike(CommittedRun run) {
    Map<String, Map<Object, Set<String>>> loads = new TreeMap<>();
    for (CellResult cell : run.cells()) {
      loads
          .computeIfAbsent(cell.key().method(), load -> new LinkedHashMap<>())
          .computeIfAbsent(
              List.of(cell.primaryMetric(), cell.secondaryMetrics()), figures -> new TreeSet<>())
          .add(param(cell, "strategy"));
    }
    Map<Set<String>, List<String>> alikeOn = new LinkedHashMap<>();
    loads.values().stream()
        .flatMap(groups -> groups.values().stream())
        .filter(rules -> rules.size() > 1)
        .forEach(rules -> alikeOn.put(rules, List.of()));
    alikeOn.replaceAll(
        (rules, none) ->
            loads.entrySet().stream()
                .filter(
                    load -> load.getValue().values().stream().anyMatch(g -> g.containsAll(rules)))
                .map(Map.Entry::getKey)
                .toList());
    TextTable table = new TextTable("ll", List.of("rules", "cost the same on"));
    alikeOn.entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<Set<String>, List<String>> e) -> -e.getValue().size())
                .thenComparing(e -> e.getKey().toString()))
        .forEach(
            e ->
                table.add(
                    List.of(
                        String.join(", ", e.getKey()),
                        e.getValue().size() == loads.size()
                            ? "every load"
                            : String.join(", ", e.getValue()))));
    return table.markdown();
  }

  /** What one load costs under each rule, in the order of the data. */
  static String rules(CommittedRun run) {
    List<String> differing =
        Stream.of("minSessions", "shrink")
            .filter(name -> run.cells().stream().map(c -> param(c, name)).distinct().count() > 1)
            .toList();
    Map<String, String> columns = new LinkedHashMap<>(COSTS);
    if (differing.contains("shrink")) {
      columns.put("sessionsClosed", "closed");
    }
    TextTable table =
        new TextTable(
            Stream.of(Stream.of("strategy"), differing.stream(), columns.values().stream())
                .flatMap(names -> names)
                .toList());
    for (CellResult cell : run.cells()) {
      List<String> row = new ArrayList<>(List.of(param(cell, "strategy")));
      differing.forEach(name -> row.add(param(cell, name)));
      columns.keySet().stream()
          .map(metric -> Numbers.label(median(cell, metric)))
          .forEach(row::add);
      table.add(row);
    }
    return table.markdown();
  }

  /** Each load on the real client and, over the same RPCs, on our pool by the same rule. */
  static String besideClient(CommittedRun run) {
    TextTable table =
        new TextTable(
            List.of(
                "load",
                "client (ms)",
                "our pool",
                "ours / client",
                "RPCs",
                "ours",
                "wait p99 (ms)",
                "ours",
                "CPU (ms)",
                "ours"));
    int within = 0;
    int bound = 0;
    List<CellResult> clients = withStrategy(run, "client"::equals);
    for (CellResult client : clients) {
      CellResult ours =
          withStrategy(run, word -> !word.equals("client")).stream()
              .filter(cell -> cell.benchmark().equals(client.benchmark()))
              .findFirst()
              .orElseThrow();
      double ratio = time(ours) / time(client);
      within += Math.abs(100 * (ratio - 1)) <= WITHIN_PERCENT ? 1 : 0;
      bound += MachineBound.is(client) || MachineBound.is(ours) ? 1 : 0;
      table.add(
          List.of(
              client.key().method(),
              Numbers.oneDecimal(time(client)) + MachineBound.mark(client),
              Numbers.oneDecimal(time(ours)) + MachineBound.mark(ours),
              String.format(Locale.ROOT, "%.3f", ratio),
              Numbers.label(median(client, ResultTables.RPCS_METRIC)),
              Numbers.label(median(ours, ResultTables.RPCS_METRIC)),
              Numbers.oneDecimal(median(client, "acquireWaitP99")),
              Numbers.oneDecimal(median(ours, "acquireWaitP99")),
              Numbers.label(median(client, "cpuTime")),
              Numbers.label(median(ours, "cpuTime"))));
    }
    return "%s\n- Times differ by at most %.0f %% in %d of %d loads; %d are bound by the machine.\n"
        .formatted(table.markdown(), WITHIN_PERCENT, within, clients.size(), bound);
  }

  private static List<CellResult> withStrategy(CommittedRun run, Predicate<String> word) {
    return run.cells().stream().filter(cell -> word.test(param(cell, "strategy"))).toList();
  }

  /**
   * How long whole commands took: the median of each.
   *
   * @param file lines of cells or what else was timed, operations of each, wall and CPU time in
   *     seconds
   */
  static String speed(Path file) {
    Map<List<String>, List<double[]>> runs = new LinkedHashMap<>();
    for (String line : lines(file).stream().skip(1).toList()) {
      List<String> words = List.of(line.split("\t"));
      runs.computeIfAbsent(words.subList(0, 2), what -> new ArrayList<>())
          .add(words.stream().skip(2).mapToDouble(Double::parseDouble).toArray());
    }
    TextTable table =
        new TextTable(List.of("cells", "operations of each, at most", "wall (s)", "CPU (s)"));
    runs.forEach(
        (what, times) ->
            table.add(
                List.of(
                    label(what.get(0)), label(what.get(1)), median(times, 0), median(times, 1))));
    return table.markdown();
  }

  private static String label(String word) {
    return word.matches("[0-9]+") ? Numbers.label(Double.parseDouble(word)) : word;
  }

  /** What stands in the first line. */
  static String speedOrigin(Path file) {
    return lines(file).get(0).replaceFirst("^# ", "");
  }

  private static String median(List<double[]> rows, int column) {
    List<Double> values = rows.stream().map(row -> row[column]).toList();
    return Numbers.oneDecimal(new Sample(values, List.of()).median());
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String param(CellResult cell, String name) {
    return cell.key().params().getOrDefault(name, "");
  }

  private static double median(CellResult cell, String metric) {
    return ResultTables.secondary(cell, metric).median();
  }

  private static double time(CellResult cell) {
    return ResultTables.sample(cell).median();
  }
}
