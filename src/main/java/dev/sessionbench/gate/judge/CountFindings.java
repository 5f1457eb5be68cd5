package dev.sessionbench.gate.judge;

import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.CountJudge.GroupedCount;
import dev.sessionbench.gate.judge.Finding.Figures;
import dev.sessionbench.gate.judge.Finding.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Puts what was found of single cells together: a change that shows in forty cells is one finding,
 * which names the first of them with its figures, and how many more.
 */
final class CountFindings {
  private static final int NAMED = 3;
  private static final double NEGLIGIBLE = 0.05;

  /** What findings have in common that are put together. */
  private record Key(Outcome outcome, String group, String metric, String way) {}

  /** The first of them, and the names of the others. */
  private record Folded(Finding first, List<String> others) {}

  private final Map<Key, Folded> found = new LinkedHashMap<>();
  private final Map<String, Integer> same = new LinkedHashMap<>();

  /** A count with one value in all runs of both sides. */
  void same(CountedValues values) {
    same.merge(values.metric(), 1, Integer::sum);
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
                CountedValues.words(values.base()),
                CountedValues.words(values.head()),
                words(adjusted));
    if (adjusted <= alpha) {
      changed(values, note);
    } else if (!values.isFactInBaseline() && isNegligible(values)) {
      same(values);
    } else {
      add(Outcome.INCONCLUSIVE, values, "", note);
    }
  }

  private static boolean isNegligible(CountedValues values) {
    return !values.throughout().isSteadyDifference()
        && Math.abs(values.difference()) <= Math.max(1, NEGLIGIBLE * values.base().median());
  }

  /** A count over all cells of a group, compared by the sign test. */
  void group(GroupedCount group, double adjusted, double alpha) {
    if (adjusted <= alpha) {
      add(Finding.Kind.EXACT, Outcome.CHANGED, group, adjusted);
    } else if (Math.abs(group.signs().difference()) <= 1) {
      same.merge(group.metric(), group.cells().size(), Integer::sum);
    } else {
      add(Finding.Kind.EXACT, Outcome.INCONCLUSIVE, group, adjusted);
    }
  }

  /** A count that differs over all cells of a group, and that the policy holds nobody to. */
  void shown(GroupedCount group, double adjusted) {
    add(Finding.Kind.SHOWN, Outcome.SAME, group, adjusted);
  }

  private void add(Finding.Kind kind, Outcome outcome, GroupedCount group, double adjusted) {
    GroupedCount.Signs signs = group.signs();
    String way = way(signs.above() - (double) signs.below()) + "; ";
    put(
        new Key(outcome, group.group(), group.metric(), ""),
        new Finding(
            group.group(),
            group.metric(),
            group.metric(),
            kind,
            outcome,
            Figures.counts("#", signs.base().median(), signs.head().median(), signs.base().n()),
            "%sof %d runs of all steps and demands the candidate has more in %d and fewer in %d: p = %s"
                .formatted(
                    outcome == Outcome.INCONCLUSIVE ? "" : way,
                    signs.base().n(),
                    signs.above(),
                    signs.below(),
                    words(adjusted))));
  }

  /** A count that a side does not report, or not as a number. */
  void missing(CountedValues values, Side side) {
    add(Outcome.MISSING, values, side.toString(), "the %s does not report it".formatted(side));
  }

  /** A cell of which runs failed. */
  void failed(Cell cell, List<Run> runs) {
    put(
        new Key(Outcome.FAILED, cell.group(), "", ""),
        Finding.broken(cell.name(), Outcome.FAILED, failures(runs).findFirst().orElse("")));
  }

  /** What runs that failed say, each with its side. */
  private static Stream<String> failures(List<Run> runs) {
    return runs.stream()
        .filter(run -> !run.failure().isEmpty())
        .map(run -> run.side() + ": " + run.failure());
  }

  /**
   * A cell of which first runs failed and no fresh one did. Where the baseline's did too, or alone,
   * it is only said: that tells nothing of the candidate.
   */
  void failedAtFirst(Cell cell) {
    boolean candidateAlone =
        cell.runs().stream()
            .allMatch(run -> run.side() == Side.CANDIDATE || run.failure().isEmpty());
    Outcome outcome = candidateAlone ? Outcome.INCONCLUSIVE : Outcome.SAME;
    put(
        new Key(outcome, cell.group(), "", "failed at first"),
        Finding.counts(
            cell.name(),
            candidateAlone ? Finding.Kind.EXACT : Finding.Kind.SHOWN,
            outcome,
            "failed at first, and not when it was counted again: "
                + String.join("; ", failures(cell.runs()).toList())));
  }

  /** What was to be counted and is not there. */
  void uncounted(String name) {
    put(
        new Key(Outcome.MISSING, "", "", ""),
        Finding.broken(name, Outcome.MISSING, "nothing of it was counted"));
  }

  /** A cell that was suspected and not counted again. */
  void notCountedAgain(Cell cell) {
    put(
        new Key(Outcome.INCONCLUSIVE, cell.group(), "", ""),
        Finding.counts(
            cell.name(),
            Finding.Kind.EXACT,
            Outcome.INCONCLUSIVE,
            failures(cell.runs())
                .findFirst()
                .map(failure -> failure + "; not counted again")
                .orElse("differs, and was not counted again")));
  }

  private void add(Outcome outcome, CountedValues values, String way, String note) {
    put(
        new Key(outcome, values.cell().group(), values.metric(), way),
        new Finding(
            values.cell().name(),
            values.metric(),
            values.metric(),
            Finding.Kind.EXACT,
            outcome,
            Figures.counts("#", values.base().median(), values.head().median(), values.pairs()),
            note));
  }

  private void put(Key key, Finding finding) {
    Folded folded = found.get(key);
    if (folded == null) {
      found.put(key, new Folded(finding, new ArrayList<>()));
    } else {
      folded.others().add(finding.cell());
    }
  }

  /** All findings: first what is not the same. */
  List<Finding> list() {
    List<Finding> findings = new ArrayList<>();
    found.values().forEach(folded -> findings.add(withOthers(folded)));
    same.forEach(
        (metric, cells) ->
            findings.add(
                new Finding(
                    cells + " counted cells",
                    metric,
                    metric,
                    Finding.Kind.EXACT,
                    Outcome.SAME,
                    Figures.counts("#", Double.NaN, Double.NaN, 0),
                    "")));
    return findings;
  }

  private static Finding withOthers(Folded folded) {
    Finding first = folded.first();
    List<String> others = folded.others();
    if (others.isEmpty()) {
      return first;
    }
    String named = String.join(", ", others.subList(0, Math.min(NAMED, others.size())));
    String more = others.size() > NAMED ? " and %d more".formatted(others.size() - NAMED) : "";
    return first.withNote("%s; so in %s%s".formatted(first.note(), named, more));
  }

  private static String way(double difference) {
    return difference > 0 ? "more" : "fewer";
  }

  private static String words(double pValue) {
    return String.format(Locale.ROOT, "%.2g", pValue);
  }
}
