package dev.sessionbench.bench.count;

import com.google.common.collect.Maps;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.bench.trial.ChannelLoad;
import dev.sessionbench.bench.trial.Trial;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;

/**
 * Counts how the calls of a cold burst spread over connections. It keeps the least and the most of
 * several runs, because callers race for channels.
 *
 * @param ranges by the name of the count
 */
public record ChannelCounts(Map<String, LongSummaryStatistics> ranges) {
  private static final int RUNS = 5;

  /**
   * The counts of channels. All are counts except the two about the busiest connection, in whole
   * percent.
   */
  public static final List<RunMetric> OF_CHANNELS =
      List.of(
          RunMetric.CHANNEL_SKEW,
          RunMetric.BUSIEST_CHANNEL,
          RunMetric.CHANNELS_USED,
          RunMetric.CONNECTIONS_OPENED,
          RunMetric.CALLS_ON_CONNECTION);

  /**
   * Counts a burst several times, each with a fresh client.
   *
   * @param burst what is counted
   * @throws IllegalStateException if a call fails
   * @throws IOException if the mock server cannot be started
   */
  public static ChannelCounts count(ChannelLoad burst) throws IOException, InterruptedException {
    Map<String, LongSummaryStatistics> ranges = new LinkedHashMap<>();
    for (int i = 0; i < RUNS; i++) {
      Map<String, Long> counts = once(burst);
      counts.forEach(
          (name, n) -> ranges.computeIfAbsent(name, any -> new LongSummaryStatistics()).accept(n));
    }
    return new ChannelCounts(ranges);
  }

  /**
   * Counts one burst of a fresh client.
   *
   * @param burst what is counted
   * @return the counts by name: those of channels, sessions, and the calls of each method
   * @throws IllegalStateException if a call fails
   * @throws IOException if the mock server cannot be started
   */
  static Map<String, Long> once(ChannelLoad burst) throws IOException, InterruptedException {
    Counts counts = new Counts();
    try (Trial trial =
        Trial.prepare(burst.measured().with(counted -> counted.tolerated(failed -> false)))) {
      trial.run();
      Map<String, Double> metrics = new HashMap<>();
      trial.finish().metrics().forEach(metric -> metrics.put(metric.name(), metric.value()));
      OF_CHANNELS.forEach(
          metric -> counts.add(metric, Math.round(metrics.getOrDefault(metric.key(), 0.0))));
      counts.addCalls(trial.closeClient().orElseThrow());
      return counts.byName();
    }
  }

  /** A row for each count. */
  public String text() {
    return TextTable.of(
            List.copyOf(ranges.entrySet()),
            List.of(
                new Column<>('l', "count", Map.Entry::getKey),
                Column.of("least", e -> Long.toString(e.getValue().getMin())),
                Column.of("most", e -> Long.toString(e.getValue().getMax()))))
        .render();
  }

  /** The same as JSON. */
  public String json() {
    return Json.text(
        Maps.transformValues(ranges, range -> List.of(range.getMin(), range.getMax())));
  }
}
