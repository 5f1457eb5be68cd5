package dev.sessionbench.gate.show;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.Finding;
import dev.sessionbench.gate.Outcome;
import dev.sessionbench.text.Escape;
import dev.sessionbench.text.TextTable;
import java.util.List;

/**
 * A verdict for the pull request: the verdict, what changed, and how to see it again; all else is
 * folded. Its first line is a marker by which the comment is found and updated.
 */
final class GateMarkdown {
  private static final String MARKER = "<!-- session-pool-gate -->";

  private GateMarkdown() {}

  static String render(GateReport report) {
    StringBuilder text = new StringBuilder(MARKER).append('\n');
    text.append("### ").append(sign(report.judgement().outcome())).append(" Benchmark gate: ");
    text.append(Escape.markdown(GateWords.headline(report))).append("\n\n");
    List<Finding> changed = report.judgement().changed();
    if (!changed.isEmpty()) {
      text.append(table(changed)).append('\n');
    }
    report.notes().forEach(note -> text.append(Escape.markdown(note)).append("  \n"));
    text.append(Escape.markdown(GateWords.tally(report)))
        .append("; ")
        .append(report.judgement().blocks())
        .append(" blocks. ")
        .append(Escape.markdown(GateWords.detectable(report)))
        .append("\n\n");
    text.append("<details><summary>All findings, and how to measure again</summary>\n\n");
    text.append(table(report.judgement().findings())).append('\n');
    text.append("- base: ").append(Escape.markdown(GateWords.arm(report, Arm.BASE))).append('\n');
    text.append("- head: ").append(Escape.markdown(GateWords.arm(report, Arm.HEAD))).append('\n');
    text.append("- policy: ").append(Escape.markdown(report.policyOrigin())).append("\n\n");
    text.append("```\n").append(report.reproduce().replace("```", "'''")).append("\n```\n\n");
    return text.append("</details>\n").toString();
  }

  private static String sign(Outcome outcome) {
    return switch (outcome) {
      case FAILED, MISSING, REGRESSED -> "\u274c";
      case INCONCLUSIVE -> "\u2754";
      case IMPROVED, SAME -> "\u2705";
    };
  }

  private static String table(List<Finding> findings) {
    TextTable table =
        new TextTable(
            "llrrllr",
            List.of("Cell", "Metric", "Base", "Head", "Change", "Verdict", "Would see"));
    findings.forEach(finding -> table.add(row(finding)));
    return table.markdown();
  }

  private static List<String> row(Finding finding) {
    String verdict = finding.decides() ? finding.outcome().toString() : "(shown)";
    return List.of(
        finding.cell(),
        finding.label(),
        GateWords.value(finding, finding.base()),
        GateWords.value(finding, finding.head()),
        GateWords.change(finding),
        finding.note().isEmpty() ? verdict : verdict + ": " + finding.note(),
        GateWords.detectable(finding));
  }
}
