package dev.sessionbench.gate.judge;

import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.stats.Holm;
import dev.sessionbench.stats.RankTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Compares counts, both ways: fewer sessions may be a pool that no longer grows.
 *
 * <p>A count is a fact where every run of the base has what the pool's rule gives. A head whose
 * runs agree among themselves is held against it exactly. Where the base is off the rule, or the
 * head's runs differ, two samples are compared by the rank test. A count that the machine has a say
 * in is compared over all cells of a group, run by run, by the sign test.
 *
 * <p>The first runs only raise a suspicion. What is suspected is counted again, and judged by the
 * fresh runs alone: of gates without a difference at most alpha raise a suspicion by such a test,
 * and at most alpha for confirmations of those come to a finding (Holm's correction in both).
 */
public final class CountJudge {
  private final Policy policy;
  private final CountData data;
  private final List<GroupedCount> groups;
  private final Set<String> suspects = new LinkedHashSet<>();

  private CountJudge(Policy policy, CountData data) {
    this.policy = policy;
    this.data = data;
    groups = groups();
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
   * Judges all that was counted.
   *
   * @param policy the rules
   * @param data what was counted
   * @return one finding for each count that is the same throughout, and one for each way in which a
   *     group of cells is not
   */
  static List<Finding> judge(Policy policy, CountData data) {
    return new CountJudge(policy, data).findings();
  }

  private List<GroupedCount> groups() {
    List<GroupedCount> tested = new ArrayList<>();
    for (String metric : policy.exact()) {
      Map<String, List<Cell>> cells = new LinkedHashMap<>();
      for (Cell cell : data.cells()) {
        if (!cell.rule().containsKey(metric)) {
          cells.computeIfAbsent(cell.group(), g -> new ArrayList<>()).add(cell);
        }
      }
      cells.values().forEach(members -> tested.add(new GroupedCount(metric, members, false)));
    }
    double[] adjusted =
        Holm.adjust(
            tested.stream().map(group -> group.signs().pValue()).toList(),
            policy.tests() + tested.size());
    return IntStream.range(0, tested.size())
        .mapToObj(
            i -> {
              GroupedCount group = tested.get(i);
              boolean suspect = adjusted[i] <= policy.alpha();
              return new GroupedCount(group.metric(), group.cells(), suspect);
            })
        .toList();
  }

  private boolean isSuspect(Cell cell) {
    return policy.exact().stream()
            .map(metric -> CountedValues.of(cell, metric, cell.runs()))
            .anyMatch(CountJudge::differs)
        || groups.stream().anyMatch(g -> g.suspect() && g.cells().contains(cell));
  }

  private static boolean differs(CountedValues values) {
    return values.lacking().isPresent()
        || !(values.hasNoRule() || (values.isOneValue() && values.isFactInBase()));
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
      if (runs.stream().anyMatch(run -> !run.failure().isEmpty())) {
        findings.failed(cell, runs);
        continue;
      }
      for (String metric : policy.exact()) {
        CountedValues values = CountedValues.of(cell, metric, runs);
        boolean repeats =
            values.head().n() > 1
                || values.head().equals(CountedValues.of(cell, metric, cell.runs()).head());
        judge(values, repeats, varying, findings);
      }
    }
    judgeVarying(varying, findings);
    judgeGroups(findings);
    return findings.list();
  }

  private static void judge(
      CountedValues values, boolean repeats, List<CountedValues> varying, CountFindings findings) {
    if (values.lacking().isPresent()) {
      findings.missing(values, values.lacking().get());
      return;
    }
    if (values.hasNoRule()) {
      return; // Judged with its group.
    }
    if (values.isFactInBase() && values.isOneValue()) {
      findings.same(values);
    } else if (!values.isFactInBase() || !values.headAgrees() || !repeats) {
      // One fresh run that is not as the first was is no fact either.
      varying.add(values);
    } else {
      findings.changed(values, "a fact of the pool's rule in the base");
    }
  }

  private void judgeVarying(List<CountedValues> varying, CountFindings findings) {
    List<Double> pValues =
        varying.stream().map(values -> RankTest.pValue(values.base(), values.head())).toList();
    double[] adjusted = Holm.adjust(pValues, policy.tests() + pValues.size());
    for (int i = 0; i < varying.size(); i++) {
      // No test has raised the suspicion, so this one spends what both would have.
      findings.varying(varying.get(i), adjusted[i], policy.alpha() * policy.confirmAlpha());
    }
  }

  private void judgeGroups(CountFindings findings) {
    List<GroupedCount> judged = groups.stream().filter(group -> !group.lacks()).toList();
    List<GroupedCount> again =
        judged.stream().filter(group -> group.suspect() && group.isCountedAgain()).toList();
    double[] adjusted =
        Holm.adjust(
            again.stream().map(group -> group.signs().pValue()).toList(),
            policy.tests() + again.size());
    for (GroupedCount group : judged) {
      int place = again.indexOf(group);
      if (place >= 0) {
        findings.group(group, adjusted[place], policy.confirmAlpha());
      } else if (!group.suspect()) {
        findings.group(group, 1, policy.alpha());
      }
    }
  }
}
