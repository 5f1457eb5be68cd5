package dev.sessionbench.gate.show;

import dev.sessionbench.base.results.BuildIdentity;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.ArmIdentity;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a whole gate found, in sentences that every format shares. */
final class VerdictText {
  private VerdictText() {}

  /** The verdict in one line, the gravest finding first. */
  static String headline(GateReport report) {
    Outcome outcome = report.judgement().outcome();
    if (outcome == Outcome.SAME) {
      // What the plan set out to time says nothing of what was judged.
      boolean timed =
          report.judgement().findings().stream()
              .anyMatch(finding -> finding.kind() == Finding.Kind.MEASURED);
      return timed
          ? "same: no gated metric changed beyond its equivalence margin"
          : "same: no count changed; no times were judged";
    }
    List<Finding> findings = report.judgement().of(outcome);
    String first =
        findings.stream().findFirst().map(FindingText::sentence).orElse("nothing was measured");
    return outcome
        + ": "
        + first
        + (findings.size() > 1 ? " (and " + (findings.size() - 1) + " more)" : "");
  }

  /** The minimum detectable effect of this run by metric, in the noisiest of its cells. */
  static String detectable(GateReport report) {
    Map<String, Finding> worst = new LinkedHashMap<>();
    for (Finding finding : report.judgement().findings()) {
      if (finding.kind() == Finding.Kind.MEASURED) {
        worst.merge(finding.label(), finding, (a, b) -> detects(a) >= detects(b) ? a : b);
      }
    }
    if (worst.isEmpty()) {
      return "No times were judged.";
    }
    if (worst.values().stream().allMatch(f -> f.figures().detectable().isEmpty())) {
      return report.judgement().outcome() == Outcome.SAME
          ? "Cleared before the last block: each change's interval is inside its equivalence margin."
          : "No change of a measured metric, of whatever size, could have been found.";
    }
    return worst.values().stream()
        .map(finding -> finding.label() + " " + FindingText.detectable(finding))
        .collect(
            Collectors.joining(
                ", ",
                "Minimum detectable effect (MDE; 80 % power, confirmation included), in the"
                    + " noisiest cell: ",
                "."));
  }

  private static double detects(Finding finding) {
    return finding.figures().detectable().orElse(Double.POSITIVE_INFINITY);
  }

  /** What was compared, and by which rules. */
  static List<String> origin(GateReport report) {
    List<String> lines = new ArrayList<>();
    lines.add("base: " + arm(report, Arm.BASE));
    lines.add("head: " + arm(report, Arm.HEAD));
    lines.add("policy: " + report.policyOrigin());
    report
        .plan()
        .profiles()
        .forEach((name, hash) -> lines.add("profile of the server: %s (%s)".formatted(name, hash)));
    return lines;
  }

  private static String arm(GateReport report, Arm arm) {
    ArmIdentity identity = report.plan().arm(arm);
    List<String> words = new ArrayList<>();
    words.add(identity.words().isEmpty() ? "this build" : identity.words());
    words.add("client " + identity.clientVersion());
    String commit = identity.gitCommit();
    if (!commit.equals(Environment.UNKNOWN)) {
      words.add("commit " + BuildIdentity.shortCommit(commit));
    }
    if (!identity.injection().isEmpty()) {
      words.add("WITH AN INJECTED FAULT: " + identity.injection());
    }
    return String.join(", ", words);
  }

  /** How many of the decisive findings have each outcome. */
  static String tally(GateReport report) {
    List<String> words = new ArrayList<>();
    for (Outcome outcome : Outcome.values()) {
      int count = report.judgement().of(outcome).size();
      if (count > 0) {
        words.add(count + " " + outcome);
      }
    }
    return String.join(", ", words);
  }
}
