package dev.sessionbench.gate.show;

import com.samskivert.mustache.Template;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.gate.judge.Finding;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Renders a verdict for a terminal. */
final class GateText {
  /** Control characters of a file could move a terminal's cursor or recolour it. */
  private static final Template TEMPLATE =
      Resource.template(
          GateText.class, "verdict.txt.mustache", text -> text.replaceAll("\\p{Cntrl}", "?"));

  private GateText() {}

  static String render(GateReport report) {
    List<Finding> findings = report.judgement().findings();
    String outcome = report.judgement().outcome().toString();
    TextTable table = TextTable.of(findings, VerdictText.columns(false, UnaryOperator.identity()));
    return TEMPLATE.execute(
        Map.of(
            "outcome", outcome.toUpperCase(Locale.ROOT),
            "headline", VerdictText.headline(report).substring(outcome.length()),
            "rows", table.render().lines().map(String::stripTrailing).toList(),
            "findings", findings,
            "report", report,
            "tally", VerdictText.tally(findings),
            "origin", VerdictText.origin(report)));
  }
}
