package dev.sessionbench.gate.judge;

import dev.sessionbench.base.stats.Holm;
import dev.sessionbench.base.stats.RankTest;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Policy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;

/**
 * Compares counts, both ways: fewer sessions may be a pool that no longer grows.
 *
 * <p>A count is a fact where every run of the baseline has what the pool's rule gives. A candidate
 * whose runs agree among themselves is held against it exactly. Where the baseline is off the rule,
 * or the head's runs differ, two samples are compared by the rank test; or by how unlikely it is
 * that runs which vary agree, where in each cell of a group each side has one value throughout. A
 * count that the machine has a say in is compared over all cells of a group, run by run, by the
 * sign test; and so is, first, every count of a baseline that has no rule.
 *
 * <p>The first runs only raise a suspicion. What is suspected is counted again, and judged by the
 * fresh runs alone: of gates without a difference at most alpha raise a suspicion by such a test,
 * and at most alpha for confirmations of those come to a finding (Holm's correction in both). A
 * first run that failed in the candidate alone is more than a suspicion: no machine picks a side.
 */
public final class CountJudge {
  private final Policy policy;
  private final CountData data;
  private final List<GroupedCount> groups;
  private final Set<String> suspects = new LinkedHashSet<>();

  private CountJudge(Policy policy, CountData data) {
    this.policy = policy;
    this.data = data;
    groups = suspected(groups(policy.exact()));
    data.cells().stream().filter(this::isSuspect).map(Cell::name).forEach(suspects::add);
  }

  /**
   * The cells that must be counted again, by their first runs.
   *
   * @param policy the rules
   * @param data what was counted
   * @return their names, in the data's order
   */
  public static List<String> suspects(Policy policy, CountData data) {
    return List.copyOf(new CountJudge(policy, data).suspects);
  }

  /**
   * Whether what was counted fails the gate and no test has a say in it, so that what else could be
   * counted can change nothing.
   *
   * @param policy the rules
   * @param data what was counted
   * @return true for a run that failed again, a value that is missing, and a fact that is another
   */
  public static boolean isCertain(Policy policy, CountData data) {
    return data.cells().stream()
        .filter(cell -> !cell.again().isEmpty())
        .anyMatch(
            cell ->
                hasFailed(cell.again())
                    || policy.exact().stream()
                        .map(metric -> CountedValues.of(cell, metric, cell.again()))
                        .anyMatch(values -> values.lacking().isPresent() || isAnotherFact(values)));
  }

  /**
   * Judges all that was counted.
   *
   * @param policy the rules
   * @param data what was counted
   * @return one finding for each count that is the same throughout, one for each way in which a
   *     group of cells is not, and one for what was to be counted and is not there, unless what is
   *     there left nothing to be counted
   */
  static List<Finding> judge(Policy policy, CountData data) {
    return new CountJudge(policy, data).findings();
  }

  /** The groups of cells in which no rule gives a count. */
  private List<GroupedCount> groups(Collection<String> metrics) {
    List<GroupedCount> groups = new ArrayList<>();
    for (String metric : metrics) {
      Map<String, List<Cell>> cells = new LinkedHashMap<>();
      for (Cell cell : data.cells()) {
        if (!cell.rule().containsKey(metric)) {
          cells.computeIfAbsent(cell.group(), g -> new ArrayList<>()).add(cell);
        }
      }
      cells.values().forEach(members -> groups.add(new GroupedCount(metric, members, false)));
    }
    return groups;
  }

  /** The p-values of groups, each with as many beside it as there are. */
  private double[] adjusted(List<GroupedCount> groups) {
    return Holm.adjust(
        groups.stream().map(group -> group.signs().pValue()).toList(),
        policy.tests() + groups.size());
  }

  private List<GroupedCount> suspected(List<GroupedCount> tested) {
    double[] adjusted = adjusted(tested);
    return IntStream.range(0, tested.size())
        .mapToObj(i -> tested.get(i).suspectedIf(adjusted[i] <= policy.alpha()))
        .toList();
  }

  private boolean isSuspect(Cell cell) {
    return policy.exact().stream()
            .map(metric -> CountedValues.of(cell, metric, cell.runs()))
            .anyMatch(CountJudge::differs)
        || groups.stream().anyMatch(g -> g.suspect() && g.cells().contains(cell));
  }

  /**
   * Whether first runs fail, or differ. Where both sides have one value that the rule does not give
   * there is no difference that fresh runs could confirm: the baseline's client grows by another
   * rule, and counting all cells of it again would take minutes.
   */
  private static boolean differs(CountedValues values) {
    return values.lacking().isPresent() || !(values.dependsOnMachine() || values.isOneValue());
  }

  private List<Finding> findings() {
    CountFindings findings = new CountFindings();
    List<CountedValues> varying = new ArrayList<>();
    for (Cell cell : data.cells()) {
      if (suspects.contains(cell.name()) && cell.again().isEmpty()) {
        findings.notCountedAgain(cell);
        continue;
      }
      List<Run> runs = cell.again().isEmpty() ? cell.runs() : cell.again();
      if (hasFailed(runs)) {
        findings.failed(cell, runs);
        continue;
      }
      if (hasFailed(cell.runs())) {
        findings.failedAtFirst(cell);
      }
      for (String metric : policy.exact()) {
        judge(CountedValues.of(cell, metric, runs), varying, findings);
      }
    }
    Set<List<String>> changed = judgeGroups(findings);
    varying.removeIf(values -> changed.contains(values.kind()));
    judgeVarying(varying, findings);
    if (!isCertain(policy, data)) {
      data.uncounted().forEach(findings::uncounted);
    }
    showOthers(findings);
    return findings.list();
  }

  private static boolean hasFailed(List<Run> runs) {
    return runs.stream().anyMatch(Run::hasFailed);
  }

  private static void judge(
      CountedValues values, List<CountedValues> varying, CountFindings findings) {
    if (values.lacking().isPresent()) {
      findings.missing(values, values.lacking().get());
      return;
    }
    if (values.dependsOnMachine()) {
      return; // Judged with its group.
    }
    if (values.isFactInBaseline() && values.isOneValue()) {
      findings.same(values.metric(), 1);
    } else if (isAnotherFact(values)) {
      findings.changed(values, "a fact of the pool's rule in the baseline");
    } else {
      varying.add(values);
    }
  }

  /**
   * Whether the baseline has what the rule gives in every run, and the candidate something else.
   */
  private static boolean isAnotherFact(CountedValues values) {
    Sample head = values.head();
    Cell cell = values.cell();
    // One fresh run that is not as the first was is no fact.
    return values.isFactInBaseline()
        && !values.isOneValue()
        && values.candidateAgrees()
        && (head.n() > 1
            || head.equals(CountedValues.of(cell, values.metric(), cell.runs()).head()));
  }

  private void judgeVarying(List<CountedValues> varying, CountFindings findings) {
    Map<List<String>, Double> agreement =
        varying.stream()
            .collect(
                Collectors.groupingBy(
                    CountedValues::kind,
                    Collectors.collectingAndThen(
                        Collectors.toList(), CountJudge::chanceOfAgreement)));
    List<Double> pValues =
        varying.stream()
            .map(values -> pValue(values, agreement.getOrDefault(values.kind(), 1.0)))
            .toList();
    double[] adjusted = Holm.adjust(pValues, policy.tests() + pValues.size());
    for (int i = 0; i < varying.size(); i++) {
      // No test has raised the suspicion, so this one spends what both would have.
      findings.varying(varying.get(i), adjusted[i], policy.alpha() * policy.confirmAlpha());
    }
  }

  private static double pValue(CountedValues values, double chanceOfAgreement) {
    double ranks = RankTest.pValue(values.base(), values.head());
    return values.difference() == 0 ? ranks : Math.min(ranks, chanceOfAgreement);
  }

  /**
   * How likely it is of counts that vary that in every cell in which the sides differ each has one
   * value throughout: each run beyond a side's first in a cell is as that one by the fall of a coin
   * at best. What does not vary does not differ between equal sides. 1 where some run is not as the
   * first.
   */
  private static double chanceOfAgreement(List<CountedValues> group) {
    List<CountedValues> throughout = group.stream().map(CountedValues::throughout).toList();
    return throughout.stream().allMatch(CountedValues::isSteady)
        ? Math.pow(
            0.5,
            throughout.stream()
                .filter(CountedValues::isSteadyDifference)
                .mapToInt(CountedValues::repeats)
                .sum())
        : 1;
  }

  /**
   * Judges groups as a whole, and says of which kinds of counts nothing is left to be said by cell:
   * what does not differ over all cells of a group may still be another in some of them, unless it
   * is the machine's.
   */
  private Set<List<String>> judgeGroups(CountFindings findings) {
    Set<List<String>> changed = new HashSet<>();
    List<GroupedCount> judged = groups.stream().filter(group -> !group.lacks()).toList();
    List<GroupedCount> again =
        judged.stream().filter(group -> group.suspect() && group.isCountedAgain()).toList();
    double[] adjusted = adjusted(again);
    for (GroupedCount group : judged) {
      int place = again.indexOf(group);
      boolean differs = place >= 0 && adjusted[place] <= policy.confirmAlpha();
      boolean whole = group.first().dependsOnMachine();
      if (differs) {
        changed.add(group.first().kind());
      }
      if (!differs && !(whole && (place >= 0 || !group.suspect()))) {
        continue;
      }
      if (!differs && Math.abs(group.signs().difference()) <= 1) {
        findings.same(group.metric(), group.cells().size());
      } else {
        Outcome outcome = differs ? Outcome.CHANGED : Outcome.INCONCLUSIVE;
        findings.group(group, Finding.Kind.EXACT, outcome, place >= 0 ? adjusted[place] : 1);
      }
    }
    return changed;
  }

  /** What the policy holds nobody to is shown where the first runs of a group differ. */
  private void showOthers(CountFindings findings) {
    Set<String> others = new LinkedHashSet<>();
    data.cells().forEach(cell -> cell.runs().forEach(run -> others.addAll(run.counts().keySet())));
    others.removeAll(policy.exact());
    List<GroupedCount> groups = groups(others);
    double[] adjusted = adjusted(groups);
    for (int i = 0; i < groups.size(); i++) {
      if (adjusted[i] <= policy.alpha()) {
        findings.group(groups.get(i), Finding.Kind.SHOWN, Outcome.SAME, adjusted[i]);
      }
    }
  }

  /**
   * A count that no rule gives, over all cells of a group: too few runs of one cell to say
   * anything, and enough of all together, as the n-th run of the baseline and the n-th of the
   * candidate of a cell are alike but for the side.
   *
   * @param metric the count's name
   * @param cells the cells, at least one
   * @param suspect whether their first runs differ, so that the fresh ones are judged
   */
  record GroupedCount(String metric, List<Cell> cells, boolean suspect) {
    /** Copies the list. */
    GroupedCount {
      cells = List.copyOf(cells);
    }

    /**
     * How pairs of runs came out.
     *
     * @param base the baseline's values
     * @param head the candidate's values, in the same order
     */
    record Signs(Sample base, Sample head) {
      /** By how much the candidate has more in the middle pair. */
      double difference() {
        return Sample.of(differences().toArray()).median();
      }

      /** Pairs in which the candidate has more. */
      long above() {
        return differences().filter(difference -> difference > 0).count();
      }

      /** Pairs in which the candidate has fewer. */
      long below() {
        return differences().filter(difference -> difference < 0).count();
      }

      private DoubleStream differences() {
        return IntStream.range(0, base.n())
            .mapToDouble(i -> head.values().get(i) - base.values().get(i));
      }

      /** Two-sided: how often a fair coin falls as unevenly, over the pairs that differ. */
      double pValue() {
        int above = (int) above();
        int differing = above + (int) below();
        return differing == 0
            ? 1
            : BinomialTest.withDefaults()
                .with(AlternativeHypothesis.TWO_SIDED)
                .test(differing, above, 0.5)
                .getPValue();
      }
    }

    GroupedCount suspectedIf(boolean differs) {
      return new GroupedCount(metric, cells, differs);
    }

    String group() {
      return cells.get(0).group();
    }

    /** One cell's values: what kind of count it is, all share. */
    CountedValues first() {
      return judged().findFirst().orElseThrow();
    }

    boolean isCountedAgain() {
      return cells.stream().noneMatch(cell -> cell.again().isEmpty());
    }

    /** Whether a value is missing by which it would be judged; that is a finding of its cell's. */
    boolean lacks() {
      return judged().anyMatch(values -> values.lacking().isPresent());
    }

    private Stream<CountedValues> judged() {
      return cells.stream()
          .map(cell -> CountedValues.of(cell, metric, suspect ? cell.again() : cell.runs()));
    }

    /** How the pairs came out; pairs without two values are left out. */
    Signs signs() {
      List<Double> base = new ArrayList<>();
      List<Double> head = new ArrayList<>();
      for (CountedValues values : judged().toList()) {
        for (int i = 0; i < values.pairs(); i++) {
          double before = values.base().values().get(i);
          double after = values.head().values().get(i);
          if (Double.isFinite(before) && Double.isFinite(after)) {
            base.add(before);
            head.add(after);
          }
        }
      }
      return new Signs(Sample.of(base), Sample.of(head));
    }
  }
}
