package dev.sessionbench.report;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Iterables;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.report.MetricTable.Entry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Writes a comparison for programs: one line for each cell, one object with all, or the formats of
 * tools that watch runs.
 */
final class ComparisonData {
  private ComparisonData() {}

  /** A cell with its table. */
  private record Line(MetricTable table, Entry entry) {
    private static Stream<Line> all(ComparisonReport report) {
      return report.tables().stream().flatMap(t -> t.entries().map(entry -> new Line(t, entry)));
    }
  }

  private static Column<Line> number(String heading, Function<Entry, Optional<Double>> value) {
    return Column.of(
        heading,
        line -> value.apply(line.entry).filter(v -> !v.isNaN()).map(v -> v.toString()).orElse(""));
  }

  /**
   * Every line repeats the notes on the whole comparison, since a program may read any line alone.
   */
  static String csv(ComparisonReport report) {
    Function<Entry, Optional<Interval>> ratio = e -> e.comparison().flatMap(Comparison::interval);
    List<Column<Line>> columns =
        List.of(
            Column.of("metric", line -> line.table.metric()),
            Column.of("unit", line -> line.table.unit()),
            Column.of("direction", line -> line.table.direction().name()),
            Column.of("row", line -> line.entry.row()),
            Column.of("column", line -> line.entry.column()),
            Column.of("base", line -> line.table.base()),
            Column.of("n", line -> line.entry.sample().n() + ""),
            number("median", e -> Optional.of(e.sample().median())),
            number("low", e -> Optional.of(e.all().min())),
            number("high", e -> Optional.of(e.all().max())),
            number("intervalLow", e -> e.interval().map(Interval::low)),
            number("intervalHigh", e -> e.interval().map(Interval::high)),
            number("intervalConfidence", e -> e.interval().map(Interval::confidence)),
            number("ratio", e -> e.comparison().map(Comparison::ratio)),
            number("ratioLow", e -> ratio.apply(e).map(Interval::low)),
            number("ratioHigh", e -> ratio.apply(e).map(Interval::high)),
            number("pValue", e -> e.comparison().map(Comparison::pValue)),
            Column.of("verdict", l -> l.entry.comparison().map(c -> c.verdict().name()).orElse("")),
            Column.of(
                "notes", l -> String.join(" ", Iterables.concat(l.entry.notes(), report.notes()))));
    return TextTable.of(Line.all(report).toList(), columns).csv();
  }

  /** A missing value is left out, so that NaN needs no notation. */
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
    List<String> notes = table.notes();
    node.put("metric", table.metric()).put("unit", table.unit());
    node.put("direction", table.direction().name());
    node.put("base", table.base());
    notes.forEach(node.putArray("notes")::add);
    ArrayNode cells = node.putArray("cells");
    table.entries().forEach(entry -> write(cells.addObject(), entry, notes));
    table.means().forEach(node.putObject("geometricMeanRatios")::put);
  }

  private static void write(ObjectNode node, Entry entry, List<String> notes) {
    node.put("row", entry.row()).put("column", entry.column());
    node.put("n", entry.sample().n()).put("exact", entry.exact());
    number(node, "median", entry.sample().median());
    number(node, "min", entry.all().min());
    number(node, "max", entry.all().max());
    entry.interval().ifPresent(interval -> node.putPOJO("medianInterval", interval));
    entry.comparison().ifPresent(comparison -> write(node.putObject("comparison"), comparison));
    ArrayNode numbers = node.putArray("notes");
    entry.notes().forEach(note -> numbers.add(notes.indexOf(note) + 1));
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

  /** Bencher Metric Format: medians with their interval, or with the range of the forks. */
  static String bencher(ComparisonReport report) {
    BencherMetrics metrics = new BencherMetrics();
    for (Line line : Line.all(report).toList()) {
      Entry e = line.entry;
      String name = e.row() + " " + report.columnHeading() + "=" + e.column();
      double low = e.interval().map(Interval::low).orElse(e.all().min());
      double high = e.interval().map(Interval::high).orElse(e.all().max());
      double median = e.sample().median();
      metrics.add(name, line.table.metric(), line.table.unit(), median, low, high);
    }
    return metrics.text();
  }

  /**
   * A CSV source of Apache Otava: a line for each file, oldest first. It has the file's time,
   * commit and client, and a column for each metric of each cell, {@code nan} if the file lacks it.
   *
   * @param report the comparison of the files
   * @param inputs the files
   * @throws BadInput if a file does not say when it was measured
   * @see <a href="https://otava.apache.org/docs/csv">the format</a>
   */
  static String otava(ComparisonReport report, List<ComparisonInput> inputs) {
    List<Column<ComparisonInput>> columns = new ArrayList<>();
    columns.add(Column.of("time", ComparisonData::time));
    columns.add(Column.of("commit", i -> known(i, Environment::gitCommit).collect(joining(" "))));
    columns.add(
        Column.of("client", i -> known(i, Environment::clientVersion).collect(joining(" "))));
    Map<String, Map<String, String>> metrics = new LinkedHashMap<>();
    for (Line line : Line.all(report).toList()) {
      String name = line.entry.row() + " " + line.table.metric();
      String value = (line.entry.sample().median() + "").replace("NaN", "nan");
      metrics.computeIfAbsent(name, key -> new HashMap<>()).put(line.entry.column(), value);
    }
    metrics.forEach((n, of) -> columns.add(Column.of(n, i -> of.getOrDefault(i.label(), "nan"))));
    return TextTable.of(
            inputs.stream().sorted(Comparator.comparing(ComparisonData::time)).toList(), columns)
        .csv();
  }

  private static String time(ComparisonInput input) {
    String complaint = "--format otava: %s does not say when it was measured";
    return known(input, Environment::startedAt)
        .findFirst()
        .orElseThrow(() -> new BadInput(complaint.formatted(input.origin())));
  }

  private static Stream<String> known(ComparisonInput input, Function<Environment, String> what) {
    Stream<String> all = input.results().stream().flatMap(CellResult::environments).map(what);
    return all.filter(text -> !text.isEmpty()).sorted().distinct();
  }
}
