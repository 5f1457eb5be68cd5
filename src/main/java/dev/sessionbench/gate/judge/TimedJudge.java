package dev.sessionbench.gate.judge;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Holm;
import dev.sessionbench.base.stats.WilcoxonSignedRank;
import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.TimedTest.MinimumDetectableEffect;
import dev.sessionbench.gate.policy.Conclusion;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.Policy.PolicyGross;
import dev.sessionbench.gate.policy.Policy.PolicyLook;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * Judges the measured metrics, look by look.
 *
 * <p>Each metric has one equivalence margin and one-sided signed-rank tests against it. A metric is
 * flagged if a change for the worse beyond the margin is significant after Holm's correction over
 * all gated metrics. It is {@code regressed} if fresh pairs alone show it by the same test. It is
 * {@code improved} if a change for the better beyond the margin is significant in the same way. It
 * is {@code same} if two one-sided tests reject a change as large as the margin in either
 * direction. A count that must not change is tested in both directions at once; its outcome is
 * {@code changed}.
 *
 * <p>Each look has its share of the allowed errors (alpha spending), which the policy and the plan
 * fix. The shares add up to at most 1. By the union bound, looks therefore make no more false
 * claims than the policy allows, even if they depend on each other.
 *
 * <p>A candidate that is grossly slower in the first blocks of a cell ends the gate. Fresh pairs of
 * that cell then judge it. Their level counts the first blocks as two more pairs, and is divided
 * among all timed cells.
 */
final class TimedJudge {
  private final Policy policy;
  private final GateData data;
  private final List<PolicyCell> cells;
  private final int family;
  private final Map<Integer, MinimumDetectableEffect> effects = new HashMap<>();
  private final Map<String, Integer> cleared = new HashMap<>();

  /** The blocks that showed all gated metrics of a cell to be the same, by the cell's name. */
  private final Map<String, Integer> settled = new HashMap<>();

  private List<Finding> findings = List.of();
  private List<String> suspects = List.of();
  private int freshBlocks;
  private int blocks;
  private boolean decided;

  /** Whether no more blocks will come although a look lacks some of its blocks. */
  private boolean cutShort;

  private TimedJudge(Policy policy, GateData data) {
    this.policy = policy;
    this.data = data;
    family = policy.tests(data.leftOut());
    freshBlocks = policy.confirmBlocks();
    cells =
        policy.timedCells().stream()
            .filter(cell -> data.cells().containsKey(cell.name()))
            .filter(cell -> !data.leftOut().contains(cell.name()))
            .filter(cell -> !(data.ended() && data.cell(cell).isLost()))
            .toList();
  }

  /** Judges the blocks that are there, look by look, up to the first look that decides. */
  static TimedJudge judge(Policy policy, GateData data) {
    TimedJudge judge = new TimedJudge(policy, data);
    judge.findGaps();
    if (!judge.decided) {
      List<TimedTest> gross = judge.gross();
      if (gross.isEmpty()) {
        judge.look();
      } else {
        judge.takeGross(gross);
      }
    }
    return judge;
  }

  /** The findings of the last look; empty before the first. */
  List<Finding> findings() {
    return findings;
  }

  /**
   * The gate's verdict.
   *
   * @param outcome the gate's outcome
   * @param conclusion how it is shown
   * @param others whether other findings decide
   * @param all all findings
   */
  Judgement judgement(Outcome outcome, Conclusion conclusion, boolean others, List<Finding> all) {
    return new Judgement(
        outcome,
        conclusion,
        others || decided,
        blocks,
        all,
        suspects,
        freshBlocks,
        Set.copyOf(settled.keySet()));
  }

  /** Reports each metric that lacks a value as missing. */
  private void findGaps() {
    List<Finding> gaps = new ArrayList<>();
    for (TimedTest test : tests(CellData::blocks, cell -> Integer.MAX_VALUE)) {
      boolean begun = !test.series().pairs().isEmpty();
      if (begun ? !test.gaps().isEmpty() : data.ended()) {
        gaps.add(finding(test, Outcome.MISSING, Double.NaN, 1, test.gaps()));
      }
    }
    tests(CellData::confirmation, cell -> Integer.MAX_VALUE).stream()
        .filter(test -> !test.series().pairs().isEmpty() && !test.gaps().isEmpty())
        .map(test -> finding(test, Outcome.MISSING, Double.NaN, 1, "fresh: " + test.gaps()))
        .forEach(gaps::add);
    findings = gaps;
    decided = !gaps.isEmpty();
  }

  /**
   * The wall times of cells whose first blocks are all grossly slower, the largest change first. A
   * gate that went on after them has none.
   */
  private List<TimedTest> gross() {
    ToDoubleFunction<TimedTest> least = test -> Arrays.stream(test.logRatios()).min().orElse(0);
    boolean wentOn =
        cells.stream().anyMatch(cell -> data.cell(cell).blockCount() > PolicyGross.BLOCKS);
    return tests(CellData::blocks, cell -> PolicyGross.BLOCKS).stream()
        .filter(test -> !wentOn && !data.wantsAll() && test.metric().equals(CellResult.SCORE))
        .filter(test -> test.ranks().n() == PolicyGross.BLOCKS)
        .filter(test -> least.applyAsDouble(test) > Math.log1p(policy.gross().change()))
        .sorted(Comparator.comparingDouble(least).reversed())
        .toList();
  }

  /** Judges each by fresh pairs. */
  private void takeGross(List<TimedTest> gross) {
    decided = true;
    blocks = PolicyGross.BLOCKS;
    suspects = List.of(gross.get(0).cell().name());
    freshBlocks = policy.grossBlocks();
    double share = policy.gross().alarm() / Math.max(1, policy.timedCells().size());
    double level = policy.alpha() * policy.confirmAlpha() * share * Math.pow(2, PolicyGross.BLOCKS);
    findings =
        gross.stream().map(test -> confirmed(test, Double.NaN, 1, level, grossNote(test))).toList();
  }

  private static String grossNote(TimedTest test) {
    String note = "grossly slower in the first %s blocks (%s), so nothing else was timed; ";
    double percent = 100 * Math.expm1(test.ranks().estimate());
    return note.formatted(PolicyGross.BLOCKS, String.format(Locale.ROOT, "%+.0f %%", percent));
  }

  private void look() {
    List<PolicyLook> looks = policy.looks();
    for (int i = 0; i < looks.size() && !decided; i++) {
      PolicyLook look = looks.get(i);
      boolean all =
          cells.stream()
              .allMatch(
                  cell ->
                      data.cell(cell).planned() > 0
                          && data.cell(cell).blockCount() >= blocks(cell, look));
      if (!all && !data.ended()) {
        return;
      }
      cutShort = !all;
      boolean whole =
          cells.stream()
              .map(data::cell)
              .allMatch(c -> policy.blocksAt(look, c.planned()) == c.planned());
      boolean last = i == looks.size() - 1 || cutShort || whole;
      // If blocks run out, this look is the last and may spend the shares of later looks.
      List<PolicyLook> rest = last ? looks.subList(i, looks.size()) : List.of(look);
      List<PolicyLook> before = looks.subList(0, i);
      double alarm = spent(PolicyLook::alarm, rest, before, policy.alpha());
      double clear = spent(PolicyLook::clear, rest, before, policy.clearAlpha());
      take(new PolicyLook(last ? 1 : look.at(), alarm, clear));
      decided |= last || findings.stream().allMatch(f -> f.outcome() == Outcome.SAME);
    }
  }

  /**
   * The share of an error that a look may spend: its own, and those of earlier looks that could not
   * use theirs. An earlier look could not if its planned blocks are too few for such a small
   * p-value.
   */
  private double spent(
      ToDoubleFunction<PolicyLook> part,
      List<PolicyLook> rest,
      List<PolicyLook> before,
      double error) {
    Predicate<PolicyLook> idle =
        look -> {
          double share = error * part.applyAsDouble(look);
          return cells.stream()
              .map(cell -> policy.blocksAt(look, data.cell(cell).planned()))
              .allMatch(blocks -> share <= 0 || blocks < WilcoxonSignedRank.fewest(share));
        };
    double sum = Stream.concat(before.stream().filter(idle), rest.stream()).mapToDouble(part).sum();
    return Math.min(1, sum);
  }

  private void take(PolicyLook look) {
    double alpha = policy.alpha() * look.alarm();
    List<TimedTest> tests = tests(CellData::blocks, cell -> blocks(cell, look));
    double[] worse = Holm.adjust(tests.stream().map(TimedTest::pWorse).toList(), family);
    double[] better = Holm.adjust(tests.stream().map(TimedTest::pBetter).toList(), family);
    List<Finding> found = new ArrayList<>();
    List<TimedTest> flagged = new ArrayList<>();
    for (int i = 0; i < tests.size(); i++) {
      TimedTest test = tests.get(i);
      if (worse[i] <= alpha) {
        flagged.add(test);
      }
      // A flagged change decides: further blocks could only keep it from being confirmed.
      decided |= worse[i] <= alpha;
      found.add(finding(test, worse[i], better[i], alpha, look.clear()));
    }
    findings = List.copyOf(found);
    for (PolicyCell cell : cells) {
      if (findings.stream()
          .filter(finding -> finding.cell().equals(cell.name()))
          .allMatch(finding -> finding.outcome() == Outcome.SAME)) {
        settled.putIfAbsent(cell.name(), blocks(cell, look));
      }
    }
    suspects =
        flagged.stream()
            .sorted(
                Comparator.comparingDouble(TimedTest::pWorse)
                    .thenComparing(Comparator.comparingDouble(TimedTest::margins).reversed()))
            .map(test -> test.cell().name())
            .distinct()
            .toList();
    blocks = tests.stream().mapToInt(t -> t.ranks().n()).max().orElse(0);
  }

  /** The blocks of a cell that a look judges: later ones of a settled cell cannot unsettle it. */
  private int blocks(PolicyCell cell, PolicyLook look) {
    return settled.getOrDefault(cell.name(), policy.blocksAt(look, data.cell(cell).planned()));
  }

  /** The tests of all gated metrics in the first blocks or fresh blocks. */
  private List<TimedTest> tests(
      Function<CellData, Map<String, Series>> part, ToIntFunction<PolicyCell> count) {
    List<TimedTest> tests = new ArrayList<>();
    for (PolicyCell cell : cells) {
      CellData found = data.cell(cell);
      for (String metric : cell.gated()) {
        if (!data.unreported().containsKey(metric)) {
          Series all = part.apply(found).getOrDefault(metric, Series.NONE);
          tests.add(TimedTest.of(policy, cell, metric, all.first(count.applyAsInt(cell))));
        }
      }
    }
    return tests;
  }

  private Finding finding(TimedTest test, double worse, double better, double alpha, double clear) {
    String name = test.cell().name() + ": " + test.metric();
    double pValue = Math.min(worse, better);
    if (worse <= alpha) {
      return confirmed(test, worse, clear, policy.confirmAlpha(), "");
    }
    if (better <= alpha) {
      return finding(test, Outcome.IMPROVED, pValue, clear, "");
    }
    if (test.isSame(clear)) {
      cleared.putIfAbsent(name, test.ranks().n());
      return finding(test, Outcome.SAME, pValue, clear, "");
    }
    if (cleared.containsKey(name) && !test.departs()) {
      String note = "as the first %s blocks showed".formatted(cleared.get(name));
      return finding(test, Outcome.SAME, pValue, clear, note);
    }
    return finding(test, Outcome.INCONCLUSIVE, pValue, clear, "");
  }

  /** The finding on a change beyond the margin after fresh pairs are tested alone at a level. */
  private Finding confirmed(
      TimedTest test, double pValue, double share, double level, String grossNote) {
    int count = grossNote.isEmpty() ? policy.confirmBlocks() : policy.grossBlocks();
    Series fresh = data.cell(test.cell()).fresh(test.metric(), count);
    if (fresh.pairs().isEmpty()) {
      String note = grossNote + "not confirmed: no fresh forks were run";
      return finding(test, Outcome.INCONCLUSIVE, pValue, share, note);
    }
    TimedTest alone = test.with(fresh);
    double again = alone.pBeyond(test.marginLog());
    int n = fresh.pairs().size();
    double percent = 100 * Math.expm1(alone.ranks().estimate());
    String note =
        String.format(Locale.ROOT, "%d fresh blocks: %+.1f %%, p = %.2g", n, percent, again);
    if (again <= level * (1 + 1e-9)) {
      TimedTest whole = test.with(test.series().and(fresh));
      return finding(whole, test.beyond(), pValue, share, grossNote + note);
    }
    return finding(test, Outcome.INCONCLUSIVE, pValue, share, grossNote + "not confirmed; " + note);
  }

  /** A finding with the minimum detectable effect of the blocks that could have shown a change. */
  private Finding finding(
      TimedTest test, Outcome outcome, double pValue, double share, String note) {
    double alarm = policy.looks().get(policy.looks().size() - 1).alarm();
    double level = policy.alpha() * alarm / Math.max(1, family);
    int fresh = policy.confirmBlocks();
    MinimumDetectableEffect effect =
        effects.computeIfAbsent(
            blocksForAChange(test.cell()),
            n -> new MinimumDetectableEffect(n, level, fresh, policy.confirmAlpha()));
    OptionalDouble detectable = effect.of(test.logRatios(), test.marginLog());
    return test.finding(Finding.Kind.MEASURED, outcome, pValue, share, note)
        .withDetectableChange(detectable.orElse(Double.NaN));
  }

  /**
   * The blocks that a cell with a change has: the planned ones. If the gate is cut short, these are
   * the present ones, and for a settled cell those of the whole gate: a change keeps a cell from
   * being settled.
   */
  private int blocksForAChange(PolicyCell cell) {
    CellData found = data.cell(cell);
    if (!cutShort) {
      return found.planned();
    }
    return settled.containsKey(cell.name())
        ? cells.stream().mapToInt(c -> data.cell(c).blockCount()).max().orElse(0)
        : found.blockCount();
  }
}
