package dev.sessionbench.docs;

import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Metric;
import dev.sessionbench.stats.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What bursts over TCP cost clients of several generations: a row for each load, number of threads
 * and client, and in each cell a figure for each number of channels.
 */
final class ChannelTable {
  /** From here on a time is called bound by the machine. */
  private static final double BOUND_PERCENT = 80;

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
    String numbers = channels.stream().map(String::valueOf).collect(Collectors.joining(" / "));
    StringBuilder text = new StringBuilder("| load | threads | client |");
    FIGURES.keySet().forEach(figure -> text.append(" %s |".formatted(figure)));
    text.append("\n| --- | ---: | --- |").append(" ---: |".repeat(FIGURES.size()));
    text.append("\n| | | channels |").append(" %s |".formatted(numbers).repeat(FIGURES.size()));
    for (String load : run.loads()) {
      for (int threads : threads()) {
        for (String client : new GenerationTables(run).clients()) {
          row(text, load, threads, client, channels);
        }
      }
    }
    return text.append('\n').toString();
  }

  private void row(
      StringBuilder text, String load, int threads, String client, List<Integer> channels) {
    List<CellResult> cells = new ArrayList<>();
    for (int number : channels) {
      run.cells().stream()
          .filter(cell -> cell.benchmark().endsWith("." + load))
          .filter(cell -> param(cell, "transport").equals("tcp"))
          .filter(cell -> param(cell, "client").equals(client))
          .filter(cell -> channels(cell) == number && threads(cell) == threads)
          .forEach(cells::add);
    }
    if (!cells.isEmpty()) {
      text.append("\n| `%s` | %d | `%s` |".formatted(load, threads, client));
      FIGURES.forEach(
          (name, figure) ->
              text.append(
                  cells.stream()
                      .map(cell -> words(cell, name, figure.applyAsDouble(cell)))
                      .collect(Collectors.joining(" / ", " ", " |"))));
    }
  }

  private static String words(CellResult cell, String name, double value) {
    boolean bound = name.startsWith("time") && median(cell, "utilisation") >= BOUND_PERCENT;
    String format = name.startsWith("acquire") && value < 10 ? "%,.2f%s" : "%,.0f%s";
    return String.format(Locale.ROOT, format, value, bound ? " \\*" : "");
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
