package dev.sessionbench.gate.show;

import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.stats.Interval;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The numbers and sentences of a verdict, which are the same in every format and locale. */
final class VerdictText {
  private static final double BYTES_PER_MEGABYTE = 1e6;

  private VerdictText() {}

  /** The verdict in one line, with the gravest finding. */
  static String headline(GateReport report) {
    Outcome outcome = report.judgement().outcome();
    if (outcome == Outcome.SAME) {
      // The plan may have cells to time although no times were judged, so the findings decide.
      boolean timed =
          report.judgement().findings().stream()
              .anyMatch(finding -> finding.kind() == Finding.Kind.MEASURED);
      return timed
          ? "same: no gated metric changed beyond its equivalence margin"
          : "same: no count changed; no times were judged";
    }
    List<Finding> findings = report.judgement().of(outcome);
    String first =
        findings.stream().findFirst().map(VerdictText::sentence).orElse("nothing was measured");
    String more = findings.size() > 1 ? " (and %s more)".formatted(findings.size() - 1) : "";
    return outcome + ": " + first + more;
  }

  /** The sides, the policy and the server profiles. */
  static List<String> origin(GateReport report) {
    GatePlan plan = report.plan();
    List<String> all = new ArrayList<>(origin(plan.base(), plan.head(), report.rules().origin()));
    plan.profiles()
        .forEach((name, hash) -> all.add("profile of the server: %s (%s)".formatted(name, hash)));
    return all;
  }

  static List<String> origin(SideIdentity base, SideIdentity head, String policy) {
    return List.of("baseline: " + side(base), "candidate: " + side(head), "policy: " + policy);
  }

  private static String side(SideIdentity identity) {
    List<String> parts = new ArrayList<>();
    parts.add(identity.text().isEmpty() ? "this build" : identity.text());
    parts.add("client " + identity.clientVersion());
    String commit = identity.gitCommit();
    if (!commit.equals(Environment.UNKNOWN)) {
      String changes = identity.dirty().equals("true") ? " with changes" : "";
      parts.add("commit %.10s%s".formatted(commit, changes));
    }
    if (!identity.injection().isEmpty()) {
      parts.add("WITH A CHANGED CLIENT: " + identity.injection());
    }
    return String.join(", ", parts);
  }

  /** The number of deciding findings by outcome. */
  static String tally(List<Finding> findings) {
    Map<Outcome, Long> counted =
        findings.stream()
            .filter(Finding::decides)
            .collect(Collectors.groupingBy(Finding::outcome, TreeMap::new, Collectors.counting()));
    return counted.entrySet().stream()
        .map(one -> one.getValue() + " " + meaning(one.getKey()))
        .collect(Collectors.joining(", "));
  }

  private static String meaning(Outcome outcome) {
    return switch (outcome) {
      case REGRESSED -> "slower or more (regressed)";
      case IMPROVED -> "faster or less (improved)";
      case SAME -> "within noise (same)";
      case INCONCLUSIVE -> "not told apart from noise (inconclusive)";
      default -> outcome.toString();
    };
  }

  /**
   * The columns of a table of findings; MDE is the minimum detectable effect.
   *
   * @param withNote whether a finding's note follows its verdict
   * @param text transforms each cell
   */
  static List<Column<Finding>> columns(boolean withNote, UnaryOperator<String> text) {
    return List.of(
        new Column<>('l', "Cell", text.compose(Finding::cell)),
        new Column<>('l', "Metric", text.compose(Finding::label)),
        Column.of("Baseline", text.compose(f -> value(f, f.base()))),
        Column.of("Candidate", text.compose(f -> value(f, f.head()))),
        new Column<>('l', "Change, interval", text.compose(f -> change(f))),
        new Column<>('l', "Verdict", text.compose(f -> verdict(f, withNote))),
        Column.of("MDE", text.compose(VerdictText::detectable)));
  }

  private static String verdict(Finding finding, boolean withNote) {
    boolean noted = !finding.note().isEmpty();
    String shown = finding.blocks() > 0 || !noted ? "(shown)" : "(none)";
    String verdict = finding.decides() ? finding.outcome().toString() : shown;
    return withNote && noted ? verdict + ": " + finding.note() : verdict;
  }

  /** One finding in one line. */
  static String sentence(Finding finding) {
    String change = change(finding);
    List<String> parts = new ArrayList<>(List.of(finding.cell()));
    if (!Double.isNaN(finding.base()) || !Double.isNaN(finding.head())) {
      parts.add(finding.label());
      parts.add(value(finding, finding.base()) + " -> " + value(finding, finding.head()));
    }
    if (!change.isEmpty()) {
      parts.add("(" + change + ")");
    }
    if (finding.kind() == Finding.Kind.MEASURED && finding.outcome() == Outcome.INCONCLUSIVE) {
      parts.add("could have found: " + detectable(finding));
    }
    String text = String.join(" ", parts);
    return finding.note().isEmpty() ? text : text + "; " + finding.note();
  }

  /** A value with its unit; a dash for none. */
  private static String value(Finding finding, double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    String unit = finding.unit().replaceFirst("/op$", "");
    String format = Math.abs(value) < 10 ? "%.3f %s" : "%.1f %s";
    return switch (finding.unit()) {
      case "#" -> Numbers.wholeOr(value, Numbers::oneDecimal);
      case "B" -> String.format(Locale.ROOT, "%.2f MB", value / BYTES_PER_MEGABYTE);
      default -> String.format(Locale.ROOT, format, value, unit);
    };
  }

  /** The relative change, its interval and the interval's confidence; empty where there is none. */
  private static String change(Finding finding) {
    if (Double.isNaN(finding.ratio())) {
      return finding.base() > 0 && finding.head() != finding.base()
          ? Numbers.change(finding.head() / finding.base())
          : "";
    }
    String interval = finding.interval().map(VerdictText::interval).orElse("");
    return Numbers.change(finding.ratio()) + interval;
  }

  private static String interval(Interval i) {
    String ends = ", %s to %s".formatted(Numbers.change(i.low()), Numbers.change(i.high()));
    return ends + String.format(Locale.ROOT, " at %.0f %%", 100 * i.confidence());
  }

  /** The minimum detectable effect; empty for counts. */
  static String detectable(Finding finding) {
    if (finding.kind() != Finding.Kind.MEASURED) {
      return "";
    }
    double change = finding.detectableChange();
    if (Double.isNaN(change) || change == 0) {
      return change == 0 ? "any" : "none";
    }
    // For a tiny baseline the amount says more than the multiple.
    return change > 1
        ? "+" + value(finding, finding.base() * change)
        : Numbers.oneDecimal(100 * change) + " %";
  }
}
