package dev.sessionbench.report;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.HistoryLine;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.text.Escape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** A comparison for the tools that watch metrics over many runs: Bencher and Apache Otava. */
final class ComparisonSeries {
  private static final double NANOS_PER_MILLI = 1e6;

  private ComparisonSeries() {}

  /**
   * Bencher Metric Format: for each cell its metrics, each with its median and the ends of the
   * interval, or of the range of the forks. A time stands under {@code latency}, in nanoseconds,
   * the measure that Bencher itself knows.
   *
   * @see <a href="https://bencher.dev/docs/reference/bencher-metric-format/">the format</a>
   */
  static String bencher(ComparisonReport report) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    for (MetricTable table : report.tables()) {
      boolean latency =
          table.metric().equals(CellResult.SCORE) && ScoreUnit.millisPer(table.unit()).isPresent();
      double unit = latency ? ScoreUnit.millisPer(table.unit()).orElseThrow() * NANOS_PER_MILLI : 1;
      for (MetricTable.Entry entry : table.entries().toList()) {
        if (entry.sample().n() > 0) {
          root.withObjectProperty(
                  HistoryLine.cell(entry.row(), report.columnHeading(), entry.column()))
              .putObject(latency ? "latency" : table.metric())
              .put("value", unit * entry.sample().median())
              .put(
                  "lower_value",
                  unit * entry.interval().map(Interval::low).orElse(entry.all().min()))
              .put(
                  "upper_value",
                  unit * entry.interval().map(Interval::high).orElse(entry.all().max()));
        }
      }
    }
    return Json.text(root);
  }

  /**
   * A CSV source of Apache Otava: a line for each file, oldest first, with its time, commit and
   * client, and a column for each metric of each cell, {@code nan} where a file lacks it.
   *
   * @param report the comparison of the files
   * @param inputs the files
   * @throws BadInput if a file does not say when it was measured
   * @see <a href="https://otava.apache.org/docs/csv">the format</a>
   */
  static String otava(ComparisonReport report, List<ComparisonInput> inputs) {
    Map<String, Map<String, Double>> metrics = new LinkedHashMap<>();
    for (MetricTable table : report.tables()) {
      for (MetricTable.Entry entry : table.entries().toList()) {
        metrics
            .computeIfAbsent(entry.row() + " " + table.metric(), name -> new LinkedHashMap<>())
            .put(entry.column(), entry.sample().median());
      }
    }
    List<List<String>> lines = new ArrayList<>();
    for (ComparisonInput input : inputs) {
      List<String> line = new ArrayList<>();
      line.add(
          told(input, Environment::startedAt)
              .findFirst()
              .orElseThrow(
                  () ->
                      new BadInput(
                          "--format otava: %s does not say when it was measured"
                              .formatted(input.origin()))));
      line.add(told(input, Environment::gitCommit).collect(joining(" ")));
      line.add(told(input, Environment::clientVersion).collect(joining(" ")));
      for (Map<String, Double> byFile : metrics.values()) {
        double value = byFile.getOrDefault(input.label(), Double.NaN);
        line.add(Double.isNaN(value) ? "nan" : Double.toString(value));
      }
      lines.add(line);
    }
    lines.sort(Comparator.comparing(line -> line.get(0)));
    lines.add(
        0,
        Stream.concat(Stream.of("time", "commit", "client"), metrics.keySet().stream()).toList());
    return lines.stream()
        .map(line -> line.stream().map(Escape::csv).collect(joining(",", "", "\n")))
        .collect(joining());
  }

  private static Stream<String> told(ComparisonInput input, Function<Environment, String> what) {
    return input.results().stream()
        .flatMap(CellResult::environments)
        .map(what)
        .filter(text -> !text.isEmpty())
        .sorted()
        .distinct();
  }
}
