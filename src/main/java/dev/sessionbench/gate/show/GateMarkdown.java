package dev.sessionbench.gate.show;

import dev.sessionbench.gate.show.VerdictText.FindingText;

import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.judge.Finding.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * A verdict for the pull request: the verdict, what changed, and how to see it again; all else is
 * folded. Its first line is a marker by which the comment is found and updated.
 */
final class GateMarkdown {
  static final String MARKER = "<!-- session-pool-gate -->";

  private GateMarkdown() {}

  static String render(GateReport report) {
    Judgement judgement = report.judgement();
    List<String> lines = new ArrayList<>();
    lines.add(MARKER);
    lines.add(
        "### %s Benchmark gate: %s\n"
            .formatted(sign(judgement.outcome()), Escape.markdown(VerdictText.headline(report))));
    if (!judgement.changed().isEmpty()) {
      lines.add(table(judgement.changed()));
    }
    report.notes().forEach(note -> lines.add(Escape.markdown(note) + "  "));
    lines.add(
        "%s; %s blocks. %s\n"
            .formatted(
                Escape.markdown(VerdictText.tally(report)),
                judgement.blocks(),
                Escape.markdown(VerdictText.detectable(report))));
    lines.add("<details><summary>All findings, and how to measure again</summary>\n");
    lines.add(table(judgement.findings()));
    VerdictText.origin(report).forEach(line -> lines.add("- " + Escape.markdown(line)));
    lines.add(command(report.reproduce()));
    if (!report.judgeAgain().isEmpty()) {
      lines.add("To judge the same measurements again:");
      lines.add(command(report.judgeAgain()));
    }
    lines.add("</details>\n");
    return String.join("\n", lines);
  }

  private static String command(String command) {
    return "\n```\n" + command.replace("```", "'''") + "\n```\n";
  }

  static String sign(Outcome outcome) {
    return switch (outcome) {
      case FAILED, MISSING, REGRESSED, CHANGED -> "\u274c";
      case INCONCLUSIVE -> "\u2754";
      case IMPROVED, SAME -> "\u2705";
    };
  }

  private static String table(List<Finding> findings) {
    TextTable table = FindingText.table();
    findings.forEach(finding -> table.add(FindingText.row(finding, true)));
    return table.markdown();
  }
}
