package dev.sessionbench.docs;

import dev.sessionbench.report.MachineBound;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What bursts over TCP cost clients of several generations: a row for each load, number of threads
 * and client, and in each cell a figure for each number of channels.
 */
final class ChannelTable {
  private static final double MICROS_PER_MILLI = 1_000;
  private static final double BYTES_PER_KILOBYTE = 1_000;

  private static final Map<String, ToDoubleFunction<CellResult>> FIGURES = figures();

  private final CommittedRun run;

  ChannelTable(CommittedRun run) {
    this.run = run;
  }

  private static Map<String, ToDoubleFunction<CellResult>> figures() {
    Map<String, ToDoubleFunction<CellResult>> figures = new LinkedHashMap<>();
    figures.put("time, ms", cell -> Sample.ofForks(cell.primaryMetric().rawData()).median());
    figures.put("acquire wait p99, ms", cell -> median(cell, "acquireWaitP99"));
    figures.put(
        "client CPU, us/op",
        cell -> ofClient(cell, "cpuTime", "cpuTimeMock") * MICROS_PER_MILLI / operations(cell));
    figures.put(
        "client allocated, kB/op",
        cell ->
            ofClient(cell, "allocated", "allocatedMock") / BYTES_PER_KILOBYTE / operations(cell));
    figures.put("busiest channel, %", cell -> median(cell, "busiestChannel"));
    return figures;
  }

  /** Of the process without the mock server: the client and the load's own threads. */
  private static double ofClient(CellResult cell, String whole, String mock) {
    return median(cell, whole) - median(cell, mock);
  }

  /** Each operation executes one statement. */
  private static double operations(CellResult cell) {
    return median(cell, "executeStreamingSqlRpcs") + median(cell, "executeSqlRpcs");
  }

  private static double median(CellResult cell, String metric) {
    return cell.metric(metric)
        .map(Metric::rawData)
        .map(raw -> Sample.ofForks(raw).median())
        .orElseThrow(() -> new IllegalArgumentException(cell.benchmark() + " has no " + metric));
  }

  String render() {
    List<Integer> channels =
        run.cells().stream().map(ChannelTable::channels).distinct().sorted().toList();
    TextTable table =
        new TextTable(
            "lrl" + "r".repeat(FIGURES.size()),
            Stream.concat(Stream.of("load", "threads", "client"), FIGURES.keySet().stream())
                .toList());
    String numbers = channels.stream().map(String::valueOf).collect(Collectors.joining(" / "));
    table.add(
        Stream.concat(
                Stream.of("", "", "channels"), FIGURES.keySet().stream().map(figure -> numbers))
            .toList());
    for (String load : run.loads()) {
      for (int threads : threads()) {
        for (String client : new GenerationTables(run).clients()) {
          List<CellResult> cells = cells(load, threads, client, channels);
          if (!cells.isEmpty()) {
            table.add(row(List.of(load, Integer.toString(threads), client), cells));
          }
        }
      }
    }
    return table.markdown();
  }

  private List<CellResult> cells(String load, int threads, String client, List<Integer> channels) {
    return channels.stream()
        .flatMap(number -> run.cells().stream().filter(cell -> channels(cell) == number))
        .filter(cell -> cell.key().method().equals(load))
        .filter(cell -> param(cell, "transport").equals("tcp"))
        .filter(cell -> param(cell, "client").equals(client) && threads(cell) == threads)
        .toList();
  }

  private static List<String> row(List<String> names, List<CellResult> cells) {
    List<String> row = new ArrayList<>(names);
    FIGURES.forEach(
        (name, figure) ->
            row.add(
                cells.stream()
                    .map(cell -> words(cell, name, figure.applyAsDouble(cell)))
                    .collect(Collectors.joining(" / "))));
    return row;
  }

  private static String words(CellResult cell, String name, double value) {
    String mark = name.startsWith("time") ? MachineBound.mark(cell) : "";
    String format = name.startsWith("acquire") && value < 10 ? "%,.2f" : "%,.0f";
    return String.format(Locale.ROOT, format, value) + mark;
  }

  private List<Integer> threads() {
    return run.cells().stream().map(ChannelTable::threads).distinct().sorted().toList();
  }

  /** Those of a burst: twice as many as sessions at most, unless they are set. */
  private static int threads(CellResult cell) {
    int set = Integer.parseInt(param(cell, "concurrency"));
    return set == 0 ? 2 * Integer.parseInt(param(cell, "maxSessions")) : set;
  }

  private static int channels(CellResult cell) {
    return Integer.parseInt(param(cell, "numChannels"));
  }

  private static String param(CellResult cell, String name) {
    return Objects.requireNonNull(Objects.requireNonNull(cell.params()).get(name), name);
  }
}
