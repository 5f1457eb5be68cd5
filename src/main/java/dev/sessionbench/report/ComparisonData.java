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
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.report.ResultTables.ScoreUnit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A comparison for programs: a line for each cell, an object with all, and for tools that watch
 * runs.
 */
final class ComparisonData {
  private static final double NANOS_PER_MILLI = 1e6;

  private ComparisonData() {}

  /** A cell in its table. */
  private record Line(MetricTable table, MetricTable.Entry entry) {
    static Column<Line> words(String heading, Function<Line, String> value) {
      return Column.of(heading, value);
    }

    static Column<Line> number(String heading, Function<MetricTable.Entry, Double> value) {
      return words(heading, line -> ComparisonData.number(Optional.of(value.apply(line.entry))));
    }

    static <T> Column<Line> number(
        String heading, Function<MetricTable.Entry, Optional<T>> of, Function<T, Double> value) {
      return words(heading, line -> ComparisonData.number(of.apply(line.entry).map(value)));
    }

    static Optional<Interval> ratio(MetricTable.Entry entry) {
      return entry.comparison().flatMap(Comparison::interval);
    }
  }

  /** Notes on the whole stand in every line: a program may take out any of them. */
  static String csv(ComparisonReport report) {
    return TextTable.of(
            report.tables().stream()
                .flatMap(table -> table.entries().map(entry -> new Line(table, entry)))
                .toList(),
            List.of(
                Line.words("metric", line -> line.table.metric()),
                Line.words("unit", line -> line.table.unit()),
                Line.words("direction", line -> line.table.direction().name()),
                Line.words("row", line -> line.entry.row()),
                Line.words("column", line -> line.entry.column()),
                Line.words("base", line -> line.table.base()),
                Line.words("n", line -> line.entry.sample().n() + ""),
                Line.number("median", entry -> entry.sample().median()),
                Line.number("low", entry -> entry.all().min()),
                Line.number("high", entry -> entry.all().max()),
                Line.number("intervalLow", MetricTable.Entry::interval, Interval::low),
                Line.number("intervalHigh", MetricTable.Entry::interval, Interval::high),
                Line.number(
                    "intervalConfidence", MetricTable.Entry::interval, Interval::confidence),
                Line.number("ratio", MetricTable.Entry::comparison, Comparison::ratio),
                Line.number("ratioLow", Line::ratio, Interval::low),
                Line.number("ratioHigh", Line::ratio, Interval::high),
                Line.number("pValue", MetricTable.Entry::comparison, Comparison::pValue),
                Line.words(
                    "verdict",
                    line -> line.entry.comparison().map(c -> c.verdict().name()).orElse("")),
                Line.words(
                    "notes",
                    line ->
                        Stream.concat(line.entry.notes().stream(), report.notes().stream())
                            .collect(joining(" ")))))
        .csv();
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
    List<Column<ComparisonInput>> columns = new ArrayList<>();
    columns.add(Column.of("time", ComparisonData::time));
    columns.add(Column.of("commit", i -> told(i, Environment::gitCommit).collect(joining(" "))));
    columns.add(
        Column.of("client", i -> told(i, Environment::clientVersion).collect(joining(" "))));
    metrics.forEach(
        (name, byFile) ->
            columns.add(
                Column.of(
                    name,
                    i -> {
                      double value = byFile.getOrDefault(i.label(), Double.NaN);
                      return Double.isNaN(value) ? "nan" : Double.toString(value);
                    })));
    return TextTable.of(
            inputs.stream().sorted(Comparator.comparing(ComparisonData::time)).toList(), columns)
        .csv();
  }

  private static String time(ComparisonInput input) {
    return told(input, Environment::startedAt)
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    "--format otava: %s does not say when it was measured"
                        .formatted(input.origin())));
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
