package dev.sessionbench.gate.show;

import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.gate.judge.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Renders a verdict for a terminal. */
final class GateText {
  private GateText() {}

  static String render(GateReport report) {
    List<Finding> findings = report.judgement().findings();
    String outcome = report.judgement().outcome().toString();
    String headline = VerdictText.headline(report).substring(outcome.length());
    List<String> lines = new ArrayList<>();
    lines.add(outcome.toUpperCase(Locale.ROOT) + headline);
    lines.add("");
    TextTable table = TextTable.of(findings, VerdictText.columns(false, UnaryOperator.identity()));
    table.render().lines().map(String::stripTrailing).forEach(lines::add);
    lines.add("");
    findings.stream()
        .filter(finding -> !finding.note().isEmpty())
        .map(finding -> finding.cell() + " " + finding.label() + ": " + finding.note())
        .forEach(lines::add);
    lines.addAll(report.notes());
    String tally = VerdictText.tally(findings);
    lines.add("%s. %s blocks were judged.".formatted(tally, report.judgement().blocks()));
    lines.addAll(VerdictText.origin(report));
    lines.add("again: " + report.reproduce());
    if (!report.judgeAgain().isEmpty()) {
      lines.add("judge again: " + report.judgeAgain());
    }
    // Control characters of a file could move a terminal's cursor or recolour it.
    return lines.stream()
        .map(line -> line.replaceAll("\\p{Cntrl}", "?"))
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
