package dev.sessionbench.gate.show;

import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A verdict as a comment of the pull request. Changes are at the top, everything else is folded.
 * The first line is a marker that identifies the comment for updates.
 *
 * @param text transforms each text before it is escaped
 * @param outcome the gate's outcome
 * @param headline the verdict in one line
 * @param findings the findings
 * @param notes notes for a reader, one sentence each
 * @param blocks the number of judged pairs of forks
 * @param origin the sides and the policy
 * @param commands the commands that repeat the measurement and judge it
 */
record GateMarkdown(
    UnaryOperator<String> text,
    Outcome outcome,
    String headline,
    List<Finding> findings,
    List<String> notes,
    int blocks,
    List<String> origin,
    List<String> commands) {
  /** The workflow that posts the comment adds up to four lines, and so makes 40. */
  private static final int MOST_LINES = 36;

  /** The limit of a comment's characters; GitHub accepts 65,536. */
  private static final int MOST_CHARS = 60_000;

  private static final int MOST_NOTES = 10;

  static String render(GateReport report) {
    return new GateMarkdown(
            UnaryOperator.identity(),
            report.judgement().outcome(),
            VerdictText.headline(report),
            report.judgement().findings(),
            report.notes(),
            report.judgement().blocks(),
            VerdictText.origin(report),
            Stream.of(report.reproduce(), report.judgeAgain()).filter(c -> !c.isEmpty()).toList())
        .comment();
  }

  /** The comment: at most 36 lines and 60,000 characters. Rows that do not fit are left out. */
  String comment() {
    int rows = MOST_LINES;
    String comment = comment(rows);
    while (rows > 0 && (comment.length() > MOST_CHARS || comment.lines().count() > MOST_LINES)) {
      rows--;
      comment = comment(rows);
    }
    return comment;
  }

  private String comment(int rows) {
    List<Finding> changed =
        findings.stream().filter(f -> f.decides() && f.outcome() != Outcome.SAME).toList();
    // Of the others, those with an interval are the most telling.
    List<Finding> others =
        findings.stream()
            .filter(finding -> !changed.contains(finding))
            .sorted(Comparator.comparing(finding -> finding.kind() != Finding.Kind.MEASURED))
            .toList();
    List<String> lines = new ArrayList<>();
    lines.add("<!-- session-pool-gate -->");
    String passes = outcome == Outcome.INCONCLUSIVE ? "\u2754" : "\u2705";
    String sign = outcome.fails() ? "\u274c" : passes;
    lines.add("### %s Benchmark gate: %s\n".formatted(sign, line(headline)));
    table(lines, changed, rows);
    if (!notes.isEmpty()) {
      List<String> first = notes.stream().limit(MOST_NOTES).map(this::line).toList();
      lines.add("- Note: " + String.join(" ", first));
    }
    lines.add("- %s; %s blocks".formatted(VerdictText.tally(findings), blocks));
    lines.add("\n<details><summary>All others, and how to measure again</summary>\n");
    table(lines, others, rows - Math.min(rows, changed.size()));
    lines.add("- " + String.join("; ", origin.stream().map(this::line).toList()));
    lines.add("\n```");
    commands.forEach(command -> lines.add(Escape.terminal(command).replace('`', '\'')));
    lines.add("```\n\n</details>\n");
    return String.join("\n", lines);
  }

  private String line(String any) {
    return Escape.markdown(text.apply(any));
  }

  private void table(List<String> lines, List<Finding> all, int rows) {
    List<Finding> first = all.stream().limit(rows).toList();
    if (!first.isEmpty()) {
      lines.add(TextTable.of(first, VerdictText.columns(true, text)).markdown().stripTrailing());
    }
    if (all.size() > first.size()) {
      lines.add("- and %s more, in verdict.txt".formatted(all.size() - first.size()));
    }
  }
}
