package dev.sessionbench.gate.show;

import com.samskivert.mustache.Template;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import java.util.List;
import java.util.Map;

/**
 * Renders a verdict as a JUnit report with a test for each deciding finding. An inconclusive
 * finding is a skipped test, because no viewer shows that as passed.
 */
final class GateJunit {
  private static final Template TEMPLATE =
      Resource.template(
          GateJunit.class, "verdict.xml.mustache", text -> Escape.markup(Escape.terminal(text)));

  private GateJunit() {}

  static String render(GateReport report) {
    List<Finding> findings =
        report.judgement().findings().stream().filter(Finding::decides).toList();
    return TEMPLATE.execute(
        Map.of(
            "tests", findings.size(),
            "failures", findings.stream().filter(f -> f.outcome().fails()).count(),
            "skipped", findings.stream().filter(f -> f.outcome() == Outcome.INCONCLUSIVE).count(),
            "cases", findings.stream().map(GateJunit::testCase).toList()));
  }

  private static Map<String, String> testCase(Finding finding) {
    boolean told = finding.outcome() != Outcome.INCONCLUSIVE;
    String element = finding.outcome().fails() ? "failure" : told ? "" : "skipped";
    String message = finding.outcome() + ": " + VerdictText.sentence(finding);
    return Map.of(
        "cell", finding.cell(), "label", finding.label(), "element", element, "message", message);
  }
}
