package dev.sessionbench.gate.show;

import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Renders a verdict as a comment of the pull request. Changes are at the top, everything else is
 * folded. The first line is a marker that identifies the comment for updates.
 *
 * @param text transforms each text before it is escaped
 * @param rows the largest number of rows of a table
 */
record GateMarkdown(UnaryOperator<String> text, int rows) {
  static String render(GateReport report) {
    Judgement judgement = report.judgement();
    List<String> facts = new ArrayList<>(report.notes().stream().map("Note: "::concat).toList());
    facts.add("%s; %s blocks".formatted(VerdictText.tally(report), judgement.blocks()));
    List<String> commands = new ArrayList<>(List.of(report.reproduce()));
    Stream.of(report.judgeAgain()).filter(again -> !again.isEmpty()).forEach(commands::add);
    return new GateMarkdown(UnaryOperator.identity(), Integer.MAX_VALUE)
        .comment(
            judgement.outcome(),
            VerdictText.headline(report),
            judgement.findings(),
            facts,
            VerdictText.origin(report),
            commands);
  }

  /**
   * A comment.
   *
   * @param outcome the gate's outcome
   * @param headline the verdict in one line
   * @param findings the findings
   * @param facts notes for a reader, a line each
   * @param origin the sides and the policy, a line each
   * @param commands the commands that repeat the measurement and judge it
   */
  String comment(
      Outcome outcome,
      String headline,
      List<Finding> findings,
      List<String> facts,
      List<String> origin,
      List<String> commands) {
    List<Finding> changed =
        findings.stream().filter(f -> f.decides() && f.outcome() != Outcome.SAME).toList();
    List<String> lines = new ArrayList<>();
    lines.add("<!-- session-pool-gate -->");
    lines.add("### %s Benchmark gate: %s\n".formatted(sign(outcome), line(headline)));
    lines.add(table(changed));
    facts.forEach(fact -> lines.add("- " + line(fact)));
    lines.add("\n<details><summary>All others, and how to measure again</summary>\n");
    lines.add(table(findings.stream().filter(finding -> !changed.contains(finding)).toList()));
    origin.forEach(fact -> lines.add("- " + line(fact)));
    commands.forEach(
        command ->
            lines.add("\n```\n%s\n```\n".formatted(Escape.terminal(command).replace('`', '\''))));
    lines.add("</details>\n");
    return String.join("\n", lines);
  }

  private String line(String any) {
    return Escape.markdown(text.apply(any));
  }

  private static String sign(Outcome outcome) {
    String passes = outcome == Outcome.INCONCLUSIVE ? "\u2754" : "\u2705";
    return outcome.fails() ? "\u274c" : passes;
  }

  private String table(List<Finding> findings) {
    if (findings.isEmpty()) {
      return "";
    }
    List<Finding> first = findings.stream().limit(rows).toList();
    String table = TextTable.of(first, VerdictText.columns(true, text)).markdown();
    int left = findings.size() - rows;
    return table + (left > 0 ? "\nand %s more\n".formatted(left) : "");
  }
}
