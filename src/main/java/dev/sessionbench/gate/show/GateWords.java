package dev.sessionbench.gate.show;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.ArmIdentity;
import dev.sessionbench.gate.Finding;
import dev.sessionbench.gate.Outcome;
import dev.sessionbench.results.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts a gate's findings into words and figures, the same in every locale and every format. */
final class GateWords {
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final int COMMIT_CHARS = 10;

  private GateWords() {}

  /** The verdict in one line, the gravest finding first. */
  static String headline(GateReport report) {
    Outcome outcome = report.judgement().outcome();
    if (outcome == Outcome.SAME) {
      return "same: no gated metric changed beyond its band";
    }
    List<Finding> findings = report.judgement().of(outcome);
    String first =
        findings.stream().findFirst().map(GateWords::sentence).orElse("nothing was measured");
    return outcome
        + ": "
        + first
        + (findings.size() > 1 ? " (and " + (findings.size() - 1) + " more)" : "");
  }

  /** One finding in one line. */
  static String sentence(Finding finding) {
    String change = change(finding);
    List<String> words = new ArrayList<>(List.of(finding.cell()));
    if (!Double.isNaN(finding.base()) || !Double.isNaN(finding.head())) {
      words.add(finding.label());
      words.add(value(finding, finding.base()) + " -> " + value(finding, finding.head()));
    }
    if (!change.isEmpty()) {
      words.add("(" + change + ")");
    }
    String text = String.join(" ", words);
    return finding.note().isEmpty() ? text : text + "; " + finding.note();
  }

  /** A value with its unit; a dash for none. */
  static String value(Finding finding, double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return switch (finding.unit()) {
      case "#" -> String.format(Locale.ROOT, "%.0f", value);
      case "B" -> String.format(Locale.ROOT, "%.2f MB", value / BYTES_PER_MEGABYTE);
      default ->
          String.format(
              Locale.ROOT, Math.abs(value) < 10 ? "%.3f %s" : "%.1f %s", value, unit(finding));
    };
  }

  private static String unit(Finding finding) {
    return finding.unit().replaceFirst("/op$", "");
  }

  /** The relative change and its interval; empty where there is none. */
  static String change(Finding finding) {
    if (Double.isNaN(finding.ratio())) {
      return finding.base() > 0 && finding.head() != finding.base()
          ? percent(finding.head() / finding.base())
          : "";
    }
    return percent(finding.ratio())
        + finding
            .interval()
            .map(i -> ", " + percent(i.low()) + " to " + percent(i.high()))
            .orElse("");
  }

  private static String percent(double ratio) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1));
  }

  /** The smallest change that would have been found; empty for counts. */
  static String detectable(Finding finding) {
    if (finding.kind() != Finding.Kind.MEASURED) {
      return "";
    }
    if (finding.detectable().isEmpty()) {
      return "none";
    }
    double change = finding.detectable().getAsDouble();
    // Of next to nothing the multiple says less than the amount, which is that held negligible.
    return change > 1
        ? "+" + value(finding, finding.base() * change)
        : String.format(Locale.ROOT, "%.1f %%", 100 * change);
  }

  /** What this run could have found, by metric, the worst of its cells. */
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
    if (worst.values().stream().allMatch(f -> f.detectable().isEmpty())) {
      return report.judgement().outcome() == Outcome.SAME
          ? "Cleared before the last block: the interval of each change lies inside its band."
          : "No change of a measured metric, of whatever size, could have been found.";
    }
    return "Smallest change found in four of five such gates, in the noisiest cell: "
        + worst.values().stream()
            .map(finding -> finding.label() + " " + detectable(finding))
            .collect(Collectors.joining(", "))
        + ".";
  }

  private static double detects(Finding finding) {
    return finding.detectable().orElse(Double.POSITIVE_INFINITY);
  }

  /** What an arm was. */
  static String arm(GateReport report, Arm arm) {
    ArmIdentity identity = report.plan().arm(arm);
    List<String> words = new ArrayList<>();
    words.add(identity.words().isEmpty() ? "this build" : identity.words());
    words.add("client " + identity.clientVersion());
    String commit = identity.gitCommit();
    if (!commit.equals(Environment.UNKNOWN)) {
      words.add("commit " + commit.substring(0, Math.min(COMMIT_CHARS, commit.length())));
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
