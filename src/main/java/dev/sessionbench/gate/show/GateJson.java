package dev.sessionbench.gate.show;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sessionbench.gate.Finding;
import java.util.Locale;

/** A verdict for machines. What is not known is left out, never NaN. */
final class GateJson {
  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .build()
          .writer(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

  private GateJson() {}

  static String render(GateReport report) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("outcome", report.judgement().outcome().toString());
    root.put("fails", report.judgement().outcome().fails());
    root.put("headline", GateWords.headline(report));
    root.put("blocks", report.judgement().blocks());
    root.put("policy", report.policyOrigin());
    root.put("reproduce", report.reproduce());
    root.putPOJO("base", report.plan().base());
    root.putPOJO("head", report.plan().head());
    ArrayNode notes = root.putArray("notes");
    report.notes().forEach(notes::add);
    ArrayNode findings = root.putArray("findings");
    report.judgement().findings().forEach(finding -> add(findings.addObject(), finding));
    try {
      return WRITER.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a verdict is always JSON", e);
    }
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
    finding
        .interval()
        .ifPresent(
            i -> {
              put(node, "ratioLow", i.low());
              put(node, "ratioHigh", i.high());
            });
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
