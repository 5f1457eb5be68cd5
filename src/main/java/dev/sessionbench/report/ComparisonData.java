package dev.sessionbench.report;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.HistoryLine;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.report.ResultTables.ScoreUnit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison for programs: a line for each cell, an object with all, and for tools that watch
 * runs.
 */
final class ComparisonData {
  private static final String CSV_HEAD =
      "metric,unit,direction,row,column,base,n,median,low,high,intervalLow,intervalHigh,"
          + "intervalConfidence,ratio,ratioLow,ratioHigh,pValue,verdict,notes\n";
  private static final double NANOS_PER_MILLI = 1e6;

  private ComparisonData() {}

  /** Notes on the whole stand in every line: a program may take out any of them. */
  static String csv(ComparisonReport report) {
    return report.tables().stream()
        .flatMap(table -> table.entries().map(entry -> line(table, entry, report.notes())))
        .collect(Collectors.joining("", CSV_HEAD, ""));
  }

  private static String line(MetricTable table, MetricTable.Entry entry, List<String> notes) {
    Optional<Comparison> comparison = entry.comparison();
    Optional<Interval> ratio = comparison.flatMap(Comparison::interval);
    return List.of(
                table.metric(),
                table.unit(),
                table.direction().name(),
                entry.row(),
                entry.column(),
                table.base(),
                Integer.toString(entry.sample().n()),
                number(Optional.of(entry.sample().median())),
                number(Optional.of(entry.all().min())),
                number(Optional.of(entry.all().max())),
                number(entry.interval().map(Interval::low)),
                number(entry.interval().map(Interval::high)),
                number(entry.interval().map(Interval::confidence)),
                number(comparison.map(Comparison::ratio)),
                number(ratio.map(Interval::low)),
                number(ratio.map(Interval::high)),
                number(comparison.map(Comparison::pValue)),
                comparison.map(c -> c.verdict().name()).orElse(""),
                Stream.concat(entry.notes().stream(), notes.stream())
                    .collect(Collectors.joining(" ")))
            .stream()
            .map(Escape::csv)
            .collect(Collectors.joining(","))
        + "\n";
  }

  private static String number(Optional<Double> value) {
    return value.filter(v -> !v.isNaN()).map(v -> Double.toString(v)).orElse("");
  }

  /** What there is not, is not there, so that no NaN needs a notation. */
  static String json(ComparisonReport report) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode tables = root.putArray("tables");
    report.tables().forEach(table -> write(tables.addObject(), table));
    report.notes().forEach(root.putArray("notes")::add);
    report.recommendation().ifPresent(r -> write(root.putObject("recommendation"), r));
    return Json.text(root);
  }

  private static void write(ObjectNode node, Recommendation recommendation) {
    node.put("summary", recommendation.summary());
    node.put("parameter", recommendation.parameter());
    recommendation.advice().forEach(node.putArray("advice")::add);
    recommendation.findings().forEach(node.putArray("findings")::add);
    ArrayNode front = node.putArray("paretoFront");
    recommendation.paretoFront().forEach(value -> front.add(new BigDecimal(value)));
    node.put("notInferior", recommendation.notInferior().map(BigDecimal::new).orElse(null));
  }

  private static void write(ObjectNode node, MetricTable table) {
    node.put("metric", table.metric()).put("unit", table.unit());
    node.put("direction", table.direction().name());
    node.put("base", table.base());
    table.notes().forEach(node.putArray("notes")::add);
    ArrayNode cells = node.putArray("cells");
    table.entries().forEach(entry -> write(cells.addObject(), entry, table.numbers(entry)));
    table.means().forEach(node.putObject("geometricMeanRatios")::put);
  }

  private static void write(ObjectNode node, MetricTable.Entry entry, List<Integer> notes) {
    node.put("row", entry.row()).put("column", entry.column());
    node.put("n", entry.sample().n()).put("exact", entry.exact());
    number(node, "median", entry.sample().median());
    number(node, "min", entry.all().min());
    number(node, "max", entry.all().max());
    entry.interval().ifPresent(interval -> node.putPOJO("medianInterval", interval));
    entry.comparison().ifPresent(comparison -> write(node.putObject("comparison"), comparison));
    notes.forEach(node.putArray("notes")::add);
  }

  private static void write(ObjectNode node, Comparison comparison) {
    node.put("verdict", comparison.verdict().name());
    number(node, "ratio", comparison.ratio());
    comparison.interval().ifPresent(interval -> node.putPOJO("ratioInterval", interval));
    number(node, "pValue", comparison.pValue());
  }

  private static void number(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    }
  }

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
