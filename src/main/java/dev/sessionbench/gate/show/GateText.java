package dev.sessionbench.gate.show;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A verdict for a terminal. */
final class GateText {
  private static final List<String> HEADER =
      List.of("Cell", "Metric", "Base", "Head", "Change", "Verdict", "Would see");

  private GateText() {}

  static String render(GateReport report) {
    StringBuilder text = new StringBuilder();
    text.append(plain(GateWords.headline(report).toUpperCase(Locale.ROOT).split(":", 2)[0]))
        .append(plain(GateWords.headline(report).replaceFirst("^[^:]*", "")))
        .append("\n\n");
    text.append(table(report.judgement().findings()));
    text.append('\n');
    for (Finding finding : report.judgement().findings()) {
      if (!finding.note().isEmpty()) {
        text.append(plain(finding.cell() + " " + finding.label() + ": " + finding.note()))
            .append('\n');
      }
    }
    report.notes().forEach(note -> text.append(plain(note)).append('\n'));
    text.append(GateWords.tally(report)).append(". ");
    text.append(report.judgement().blocks()).append(" blocks were judged.\n");
    text.append(GateWords.detectable(report)).append('\n');
    text.append("base: ").append(plain(GateWords.arm(report, Arm.BASE))).append('\n');
    text.append("head: ").append(plain(GateWords.arm(report, Arm.HEAD))).append('\n');
    text.append("policy: ").append(plain(report.policyOrigin())).append('\n');
    text.append("again: ").append(plain(report.reproduce())).append('\n');
    return text.toString();
  }

  private static String table(List<Finding> findings) {
    List<List<String>> rows = new ArrayList<>(List.of(HEADER));
    for (Finding finding : findings) {
      rows.add(
          List.of(
              plain(finding.cell()),
              plain(finding.label()),
              GateWords.value(finding, finding.base()),
              GateWords.value(finding, finding.head()),
              GateWords.change(finding),
              finding.decides() ? finding.outcome().toString() : "(shown)",
              GateWords.detectable(finding)));
    }
    int[] widths = new int[HEADER.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /** Control characters of a file could move a terminal's cursor or recolour it. */
  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
