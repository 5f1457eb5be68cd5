package dev.sessionbench.gate.show;

import dev.sessionbench.base.text.Escape;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import java.util.List;

/**
 * Renders a verdict as a JUnit report with a test for each deciding finding. An inconclusive
 * finding is a skipped test, because no viewer shows that as passed.
 */
final class GateJunit {
  private GateJunit() {}

  static String render(GateReport report) {
    List<Finding> findings =
        report.judgement().findings().stream().filter(Finding::decides).toList();
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append(
        "<testsuite name=\"benchmark gate\" tests=\"%s\" failures=\"%s\" errors=\"0\" skipped=\"%s\">\n"
            .formatted(
                findings.size(),
                findings.stream().filter(f -> f.outcome().fails()).count(),
                findings.stream().filter(f -> f.outcome() == Outcome.INCONCLUSIVE).count()));
    for (Finding finding : findings) {
      xml.append(
          "  <testcase classname=\"%s\" name=\"%s\""
              .formatted(xml(finding.cell()), xml(finding.label())));
      String message = xml(finding.outcome() + ": " + VerdictText.sentence(finding));
      boolean told = finding.outcome() != Outcome.INCONCLUSIVE;
      String element = finding.outcome().fails() ? "failure" : told ? "" : "skipped";
      xml.append(
          element.isEmpty()
              ? "/>\n"
              : ">\n    <%s message=\"%s\"/>\n  </testcase>\n".formatted(element, message));
    }
    return xml.append("</testsuite>\n").toString();
  }

  private static String xml(String text) {
    return Escape.markup(Escape.terminal(text));
  }
}
