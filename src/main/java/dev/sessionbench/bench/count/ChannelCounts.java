package dev.sessionbench.bench.count;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.bench.trial.ColdBurst;
import dev.sessionbench.bench.trial.Trial;
import dev.sessionbench.bench.trial.TrialReport.Figure;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;

/**
 * Counts how the calls of a cold burst spread over connections. It keeps the least and the most of
 * several runs, because callers race for channels.
 *
 * @param ranges by the key of the metric
 */
public record ChannelCounts(Map<String, LongSummaryStatistics> ranges) {
  private static final int RUNS = 5;

  /**
   * The counted metrics. All are counts except the share of the busiest connection, in whole
   * percent.
   */
  private static final List<String> COUNTED =
      List.of(
          RunMetric.CONNECTIONS_OPENED.key(),
          RunMetric.CHANNELS_USED.key(),
          RunMetric.BUSIEST_CHANNEL.key(),
          RunMetric.CALLS_ON_CONNECTION.key());

  /**
   * Counts a burst several times, each with a fresh client.
   *
   * @param burst what is counted
   * @throws IllegalStateException if a call fails
   */
  public static ChannelCounts count(ColdBurst burst) {
    Map<String, LongSummaryStatistics> ranges = new LinkedHashMap<>();
    COUNTED.forEach(key -> ranges.put(key, new LongSummaryStatistics()));
    for (int i = 0; i < RUNS; i++) {
      try (Trial trial = Trial.prepare(burst.measured())) {
        trial.run();
        for (Figure figure : trial.finish().figures()) {
          LongSummaryStatistics range = ranges.get(figure.name());
          if (range != null) {
            range.accept(Math.round(figure.value()));
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      } catch (IOException e) {
        throw new IllegalStateException("the mock server cannot be started: " + e.getMessage(), e);
      }
    }
    return new ChannelCounts(ranges);
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
    Map<String, Object> root = new LinkedHashMap<>();
    ranges.forEach((key, range) -> root.put(key, List.of(range.getMin(), range.getMax())));
    return Json.text(root);
  }
}
