package dev.sessionbench.gate.judge;

import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.CountJudge.GroupedCount;
import dev.sessionbench.gate.judge.Finding.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Folds the findings of single cells: a change that shows in forty cells is one finding, which
 * names the first cell with its values, and how many more there are.
 */
final class CountFindings {
  private static final int NAMED = 3;
  private static final double NEGLIGIBLE = 0.05;

  /** What findings have in common that are folded into one. */
  private record Key(Outcome outcome, String group, String metric, String way) {}

  private final Map<Key, List<Finding>> found = new LinkedHashMap<>();
  private final Map<String, Integer> same = new LinkedHashMap<>();

  /** A count that is the same in both sides of some cells. */
  void same(String metric, int cells) {
    same.merge(metric, cells, Integer::sum);
  }

  /** A count that is another in the candidate. */
  void changed(CountedValues values, String why) {
    String way = way(values.difference());
    add(Outcome.CHANGED, values, way, "%s; %s".formatted(way, why));
  }

  /** Two samples, compared by the rank test. */
  void varying(CountedValues values, double adjusted, double alpha) {
    String note =
        "%s %s in the baseline, %s in the candidate: p = %s"
            .formatted(
                values.isFactInBaseline()
                    ? "the candidate's runs differ:"
                    : "varies, or is off the rule:",
                CountedValues.range(values.base()),
                CountedValues.range(values.head()),
                shown(adjusted));
    boolean negligible =
        !values.isFactInBaseline()
            && !values.throughout().isSteadyDifference()
            && Math.abs(values.difference()) <= Math.max(1, NEGLIGIBLE * values.base().median());
    if (adjusted <= alpha) {
      changed(values, note);
    } else if (negligible) {
      same(values.metric(), 1);
    } else {
      add(Outcome.INCONCLUSIVE, values, "", note);
    }
  }

  /** A count over all cells of a group, compared by the sign test. */
  void group(GroupedCount group, Finding.Kind kind, Outcome outcome, double adjusted) {
    GroupedCount.Signs signs = group.signs();
    int n = signs.base().n();
    String note =
        "of %d runs of all steps and demands the candidate has more in %d and fewer in %d: p = %s"
            .formatted(n, signs.above(), signs.below(), shown(adjusted));
    String way = way(signs.above() - (double) signs.below()) + "; ";
    add(
        new Key(outcome, group.group(), group.metric(), ""),
        Finding.count(
            group.group(),
            group.metric(),
            kind,
            outcome,
            signs.base().median(),
            signs.head().median(),
            n,
            outcome == Outcome.INCONCLUSIVE ? note : way + note));
  }

  /** A count that a side does not report, or not as a number. */
  void missing(CountedValues values, Side side) {
    add(Outcome.MISSING, values, side.toString(), "the %s does not report it".formatted(side));
  }

  /** A cell of which runs failed. */
  void failed(Cell cell, List<Run> runs) {
    String note = failures(runs).findFirst().orElse("");
    add(
        new Key(Outcome.FAILED, cell.group(), "", ""),
        Finding.broken(cell.name(), Outcome.FAILED, note));
  }

  /** What runs that failed say, each with its side. */
  private static Stream<String> failures(List<Run> runs) {
    return runs.stream().filter(Run::hasFailed).map(run -> run.side() + ": " + run.failure());
  }

  /**
   * A cell of which first runs failed and no fresh one did. If a run of the baseline failed too,
   * the finding is only shown: it tells nothing of the candidate.
   */
  void failedAtFirst(Cell cell) {
    boolean baselineToo =
        cell.runs().stream().anyMatch(run -> run.side() == Side.BASELINE && run.hasFailed());
    wholeCell(
        cell,
        "failed at first",
        baselineToo ? Finding.Kind.SHOWN : Finding.Kind.EXACT,
        baselineToo ? Outcome.SAME : Outcome.INCONCLUSIVE,
        "failed at first, and not when it was counted again: "
            + failures(cell.runs()).collect(Collectors.joining("; ")));
  }

  /** What was to be counted and is not there. */
  void uncounted(String name) {
    add(
        new Key(Outcome.MISSING, "", "", ""),
        Finding.broken(name, Outcome.MISSING, "nothing of it was counted"));
  }

  /** A cell that was suspected and not counted again. */
  void notCountedAgain(Cell cell) {
    String note =
        failures(cell.runs()).findFirst().map(said -> said + ";").orElse("differs, and was");
    wholeCell(
        cell,
        "not counted again",
        Finding.Kind.EXACT,
        Outcome.INCONCLUSIVE,
        note + " not counted again");
  }

  private void wholeCell(Cell cell, String way, Finding.Kind kind, Outcome outcome, String note) {
    add(new Key(outcome, cell.group(), "", way), Finding.counts(cell.name(), kind, outcome, note));
  }

  private void add(Outcome outcome, CountedValues values, String way, String note) {
    String metric = values.metric();
    add(
        new Key(outcome, values.cell().group(), metric, way),
        Finding.count(
            values.cell().name(),
            metric,
            Finding.Kind.EXACT,
            outcome,
            values.base().median(),
            values.head().median(),
            values.pairs(),
            note));
  }

  private void add(Key key, Finding finding) {
    found.computeIfAbsent(key, k -> new ArrayList<>()).add(finding);
  }

  /** All findings: first what is not the same. */
  List<Finding> list() {
    List<Finding> findings = new ArrayList<>();
    found.values().forEach(alike -> findings.add(folded(alike)));
    same.forEach(
        (metric, n) ->
            findings.add(
                Finding.count(
                    n + " counted cells",
                    metric,
                    Finding.Kind.EXACT,
                    Outcome.SAME,
                    Double.NaN,
                    Double.NaN,
                    0,
                    "")));
    return findings;
  }

  private static Finding folded(List<Finding> alike) {
    Finding first = alike.get(0);
    List<String> others = alike.stream().skip(1).map(Finding::cell).toList();
    String named = others.stream().limit(NAMED).collect(Collectors.joining(", "));
    String more = others.size() > NAMED ? " and %d more".formatted(others.size() - NAMED) : "";
    return others.isEmpty()
        ? first
        : first.withNote("%s; so in %s%s".formatted(first.note(), named, more));
  }

  private static String way(double difference) {
    return difference > 0 ? "more" : "fewer";
  }

  private static String shown(double pValue) {
    return String.format(Locale.ROOT, "%.2g", pValue);
  }
}
