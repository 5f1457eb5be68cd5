package dev.sessionbench.gate.show;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.gate.judge.Figures;
import dev.sessionbench.gate.judge.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One finding in figures and words, the same in every locale and every format. */
final class FindingText {
  /** The columns of a table of findings; MDE is the minimum detectable effect. */
  static final List<String> HEADER =
      List.of("Cell", "Metric", "Base", "Head", "Change, interval", "Verdict", "MDE");

  private static final double BYTES_PER_MEGABYTE = 1e6;

  private FindingText() {}

  /** An empty table of findings, for rows with their notes. */
  static TextTable table() {
    return new TextTable("llrrllr", HEADER);
  }

  /**
   * A row of a table of findings.
   *
   * @param finding the finding
   * @param withNote whether its note stands behind the verdict
   * @return one text for each column
   */
  static List<String> row(Finding finding, boolean withNote) {
    Figures figures = finding.figures();
    String shown = figures.blocks() > 0 || finding.note().isEmpty() ? "(shown)" : "(none)";
    String verdict = finding.decides() ? finding.outcome().toString() : shown;
    return List.of(
        finding.cell(),
        finding.label(),
        value(figures, figures.base()),
        value(figures, figures.head()),
        change(figures),
        withNote && !finding.note().isEmpty() ? verdict + ": " + finding.note() : verdict,
        detectable(finding));
  }

  /** One finding in one line. */
  static String sentence(Finding finding) {
    Figures figures = finding.figures();
    String change = change(figures);
    List<String> words = new ArrayList<>(List.of(finding.cell()));
    if (!Double.isNaN(figures.base()) || !Double.isNaN(figures.head())) {
      words.add(finding.label());
      words.add(value(figures, figures.base()) + " -> " + value(figures, figures.head()));
    }
    if (!change.isEmpty()) {
      words.add("(" + change + ")");
    }
    String text = String.join(" ", words);
    return finding.note().isEmpty() ? text : text + "; " + finding.note();
  }

  /** A value with its unit; a dash for none. */
  private static String value(Figures figures, double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return switch (figures.unit()) {
      case "#" -> Numbers.wholeOr(value, Numbers::oneDecimal);
      case "B" -> String.format(Locale.ROOT, "%.2f MB", value / BYTES_PER_MEGABYTE);
      default ->
          String.format(
              Locale.ROOT,
              Math.abs(value) < 10 ? "%.3f %s" : "%.1f %s",
              value,
              figures.unit().replaceFirst("/op$", ""));
    };
  }

  /** The relative change, its interval and the interval's confidence; empty where there is none. */
  private static String change(Figures figures) {
    if (Double.isNaN(figures.ratio())) {
      return figures.base() > 0 && figures.head() != figures.base()
          ? Numbers.change(figures.head() / figures.base())
          : "";
    }
    return Numbers.change(figures.ratio())
        + figures
            .interval()
            .map(
                i ->
                    String.format(
                        Locale.ROOT,
                        ", %s to %s at %.0f %%",
                        Numbers.change(i.low()),
                        Numbers.change(i.high()),
                        100 * i.confidence()))
            .orElse("");
  }

  /** The minimum detectable effect; empty for counts. */
  static String detectable(Finding finding) {
    if (finding.kind() != Finding.Kind.MEASURED) {
      return "";
    }
    Figures figures = finding.figures();
    if (figures.detectable().isEmpty()) {
      return "none";
    }
    double change = figures.detectable().getAsDouble();
    if (change == 0) {
      return "any";
    }
    // Of next to nothing the multiple says less than the amount, which is that held negligible.
    return change > 1
        ? "+" + value(figures, figures.base() * change)
        : String.format(Locale.ROOT, "%.1f %%", 100 * change);
  }
}
