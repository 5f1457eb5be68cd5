package dev.sessionbench.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.stats.Comparison;
import dev.sessionbench.report.sweep.Recommendation;
import java.math.BigDecimal;
import java.util.List;

/** A comparison as JSON; what there is not, is not there, so that no NaN needs a notation. */
final class ComparisonJson {
  private ComparisonJson() {}

  static String render(ComparisonReport report) {
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
}
