package dev.sessionbench.gate.show;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.gate.judge.Finding;
import java.util.Locale;
import java.util.Map;

/** A verdict for machines. What is not known is left out, never NaN. */
final class GateJson {
  private GateJson() {}

  static String render(GateReport report) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("outcome", report.judgement().outcome().toString());
    root.put("conclusion", report.judgement().conclusion().toString());
    root.put("fails", report.judgement().outcome().fails());
    root.put("headline", VerdictText.headline(report));
    root.put("blocks", report.judgement().blocks());
    root.put("policy", report.policyOrigin());
    root.put("reproduce", report.reproduce());
    if (!report.judgeAgain().isEmpty()) {
      root.put("judgeAgain", report.judgeAgain());
    }
    root.putPOJO("base", report.plan().base());
    root.putPOJO("head", report.plan().head());
    Map<String, String> profiles = report.plan().profiles();
    if (!profiles.isEmpty()) {
      root.putPOJO("profiles", profiles);
    }
    ArrayNode notes = root.putArray("notes");
    report.notes().forEach(notes::add);
    ArrayNode findings = root.putArray("findings");
    report.judgement().findings().forEach(finding -> add(findings.addObject(), finding));
    return Json.text(root);
  }

  private static void add(ObjectNode node, Finding finding) {
    node.put("cell", finding.cell());
    node.put("metric", finding.metric());
    node.put("label", finding.label());
    node.put("kind", finding.kind().name().toLowerCase(Locale.ROOT));
    node.put("outcome", finding.outcome().toString());
    node.put("unit", finding.unit());
    put(node, "base", finding.base());
    put(node, "head", finding.head());
    node.put("blocks", finding.blocks());
    put(node, "ratio", finding.ratio());
    finding.interval().ifPresent(i -> put(node, "ratioLow", i.low()));
    finding.interval().ifPresent(i -> put(node, "ratioHigh", i.high()));
    finding.interval().ifPresent(i -> put(node, "ratioConfidence", i.confidence()));
    put(node, "adjustedPValue", finding.pValue());
    finding.detectable().ifPresent(change -> put(node, "detectableChange", change));
    if (!finding.note().isEmpty()) {
      node.put("note", finding.note());
    }
  }

  private static void put(ObjectNode node, String key, double value) {
    if (Double.isFinite(value)) {
      node.put(key, value);
    }
  }
}
