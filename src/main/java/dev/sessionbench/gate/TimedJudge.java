package dev.sessionbench.gate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Judges the measured metrics, look by look.
 *
 * <p>A metric is {@code regressed} or {@code improved} when both keys turn: its p-value is within
 * alpha after Holm's correction over all gated metrics, and its interval lies beyond the floor. It
 * is {@code same} when its interval lies inside the band. Each look has its share of the errors,
 * fixed in the policy, and the shares add up to at most the whole; so by the union bound no number
 * of looks, and no dependence between them, makes more false claims than the policy allows.
 */
final class TimedJudge {
  private final Policy policy;
  private final GateData data;
  private final List<PolicyCell> cells;
  private final Set<String> cleared = new HashSet<>();
  private List<Finding> findings = List.of();
  private List<TimedTest> tests = List.of();
  private double alarmShare = 1;
  private int blocks;
  private boolean decided;

  private TimedJudge(Policy policy, GateData data) {
    this.policy = policy;
    this.data = data;
    cells =
        policy.timedCells().stream()
            .filter(cell -> data.cells().containsKey(cell.name()))
            .filter(cell -> !data.leftOut().contains(cell.name()))
            .toList();
  }

  /** Judges what is there: as many looks as its blocks allow, up to the first that decides. */
  static TimedJudge judge(Policy policy, GateData data) {
    TimedJudge judge = new TimedJudge(policy, data);
    judge.look();
    return judge;
  }

  /** The findings of the last look; empty before the first. */
  List<Finding> findings() {
    return findings;
  }

  /** Whether no further block can change the verdict. */
  boolean isDecided() {
    return decided;
  }

  /** The blocks at the last look. */
  int blocks() {
    return blocks;
  }

  /**
   * The cells that a confirmation must measure anew: those found worse, and those that would be
   * once other shards' tests have taken the first steps of Holm's correction.
   */
  List<String> suspects() {
    return tests.stream()
        .filter(t -> t.ranks().pValue() <= policy.alpha() && t.isClearlyWorse(alarmShare))
        .map(t -> t.cell().name())
        .distinct()
        .toList();
  }

  private void look() {
    List<PolicyLook> looks = policy.looks();
    for (int i = 0; i < looks.size() && !decided; i++) {
      PolicyLook look = looks.get(i);
      boolean all =
          cells.stream()
              .map(data::cell)
              .allMatch(
                  cell -> cell.planned() > 0 && cell.blockCount() >= look.blocks(cell.planned()));
      if (!all && !data.ended()) {
        return;
      }
      boolean last = i == looks.size() - 1 || !all;
      // What later looks would have spent is this one's, if it is the last for want of blocks.
      List<PolicyLook> spent = last ? looks.subList(i, looks.size()) : List.of(look);
      take(
          last ? 1 : look.at(),
          Math.min(1, spent.stream().mapToDouble(PolicyLook::alarm).sum()),
          Math.min(1, spent.stream().mapToDouble(PolicyLook::clear).sum()));
      decided = last || findings.stream().allMatch(f -> f.outcome() == Outcome.SAME);
    }
  }

  private void take(double part, double alarm, double clear) {
    // Before alarms may be raised an interval is shown at the policy's own confidence.
    alarmShare = alarm > 0 ? alarm : 1;
    tests = tests(new PolicyLook(part, 0, 0));
    double[] adjusted =
        Holm.adjust(tests.stream().map(t -> t.ranks().pValue()).toList(), policy.tests());
    List<Finding> found = new ArrayList<>();
    for (int i = 0; i < tests.size(); i++) {
      found.add(finding(tests.get(i), adjusted[i], alarm, clear));
    }
    findings = List.copyOf(found);
    blocks = tests.stream().mapToInt(t -> t.ranks().n()).max().orElse(0);
  }

  private List<TimedTest> tests(PolicyLook look) {
    List<TimedTest> all = new ArrayList<>();
    for (PolicyCell cell : cells) {
      Map<String, Series> series = data.cell(cell).blocks();
      int count = look.blocks(data.cell(cell).planned());
      for (String metric : cell.gated()) {
        Series found = series.getOrDefault(metric, new Series("", List.of()));
        all.add(TimedTest.of(policy, cell, metric, found.first(count)));
      }
    }
    return all;
  }

  private Finding finding(TimedTest test, double adjusted, double alarm, double clear) {
    if (test.series().without() > 0 || test.ranks().n() == 0) {
      return test.finding(
          Outcome.MISSING,
          adjusted,
          alarmShare,
          test.ranks().n() == 0
              ? "no values"
              : test.series().without() + " blocks without a value of both arms");
    }
    boolean significant = adjusted <= policy.alpha() * alarm;
    if (significant && test.isClearlyWorse(alarm)) {
      return confirmed(test, adjusted);
    }
    if (significant && test.isClearlyBetter(alarm)) {
      return test.finding(Outcome.IMPROVED, adjusted, alarmShare, "");
    }
    if (test.isSame(clear) || cleared.contains(test.name())) {
      cleared.add(test.name());
      return test.finding(Outcome.SAME, adjusted, alarmShare, "");
    }
    return test.finding(Outcome.INCONCLUSIVE, adjusted, alarmShare, "");
  }

  /** What fresh forks say of a metric that was found worse. */
  private Finding confirmed(TimedTest test, double adjusted) {
    Series fresh = data.cell(test.cell()).confirmation().get(test.metric());
    if (fresh == null || fresh.logRatios().length == 0) {
      return test.finding(
          Outcome.INCONCLUSIVE, adjusted, alarmShare, "worse, but no fresh forks confirmed it");
    }
    WilcoxonSignedRank alone = new WilcoxonSignedRank(fresh.logRatios());
    TimedTest together = TimedTest.of(policy, test.cell(), test.metric(), test.series().and(fresh));
    String again =
        String.format(
            Locale.ROOT,
            "%d fresh blocks: %+.1f %%, p = %.2g",
            alone.n(),
            100 * Math.expm1(alone.estimate()),
            alone.pAbove(0));
    return alone.pAbove(0) <= policy.confirmAlpha() && together.isClearlyWorse(alarmShare)
        ? together.finding(Outcome.REGRESSED, adjusted, alarmShare, again)
        : test.finding(Outcome.INCONCLUSIVE, adjusted, alarmShare, "not confirmed; " + again);
  }
}
