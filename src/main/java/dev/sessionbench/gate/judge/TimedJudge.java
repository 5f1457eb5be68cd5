package dev.sessionbench.gate.judge;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.stats.Holm;
import dev.sessionbench.base.stats.WilcoxonSignedRank;
import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.Measurements.GateData;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.TimedTest.MinimumDetectableEffect;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.Policy.PolicyGross;
import dev.sessionbench.gate.policy.Policy.PolicyLook;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges the measured metrics, look by look.
 *
 * <p>One equivalence margin a metric, three one-sided signed-rank tests against it. A metric is
 * flagged as worse when "above the margin" is significant after Holm's correction over all gated
 * metrics, and {@code regressed} when fresh pairs alone show it by the same test; {@code improved}
 * mirrors the former; it is {@code same} when two one-sided tests reject a change as large as the
 * margin on both sides. A count that must not change is tested on both sides at once, and is {@code
 * changed}. Each look has its share of the errors (alpha spending), fixed in the policy and the
 * plan, and the shares add up to at most the whole; so by the union bound no number of looks, and
 * no dependence between them, makes more false claims than the policy allows.
 *
 * <p>A candidate that is grossly slower in the first blocks of a cell ends its part of the gate: it
 * is judged by fresh pairs of that cell, at a level that counts the first blocks as two more, over
 * all cells. What another part found that went on stands beside it.
 */
final class TimedJudge {
  private final Policy policy;
  private final GateData data;
  private final List<PolicyCell> cells;
  private final int family;
  private final Map<Integer, MinimumDetectableEffect> effects = new HashMap<>();
  private final Map<String, Integer> cleared = new HashMap<>();
  private List<Finding> findings = List.of();
  private List<String> suspects = List.of();
  private int freshBlocks;
  private int blocks;
  private boolean decided;

  /** Whether no more blocks will come, and a look has not all of its own. */
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

  /**
   * What the blocks that were planned could show; where they were cut short, those that there are.
   */
  private MinimumDetectableEffect effect(TimedTest test) {
    CellData cell = data.cell(test.cell());
    double alarm = policy.looks().get(policy.looks().size() - 1).alarm();
    return effects.computeIfAbsent(
        cutShort ? cell.blockCount() : cell.planned(),
        blocks ->
            new MinimumDetectableEffect(
                blocks,
                policy.alpha() * alarm / Math.max(1, family),
                policy.confirmBlocks(),
                policy.confirmAlpha()));
  }

  /** Judges what is there: as many looks as its blocks allow, up to the first that decides. */
  static Looks judge(Policy policy, GateData data) {
    TimedJudge judge = new TimedJudge(policy, data);
    if (!judge.findGaps()) {
      GrossChanges gross = GrossChanges.of(policy, judge.firstBlocks());
      // A part of the gate that stopped at a gross change ends nothing of a part that went on.
      boolean alone =
          judge.cells.stream().allMatch(cell -> data.cell(cell).blockCount() <= PolicyGross.BLOCKS);
      if (gross.tests().isEmpty() || !alone) {
        judge.look();
      }
      if (!gross.tests().isEmpty()) {
        judge.takeGross(gross, alone);
      }
    }
    return new Looks(
        judge.decided, judge.blocks, judge.findings, judge.suspects, judge.freshBlocks);
  }

  /**
   * What the looks came to.
   *
   * @param decided whether no further block can change the verdict
   * @param blocks the blocks at the last look
   * @param findings those of the last look; empty before the first
   * @param suspects the cells that a confirmation must measure anew, the surest finding first:
   *     those found worse, and of a shard those that would be once the others' tests have taken the
   *     first steps of Holm's correction
   * @param freshBlocks the fresh pairs that a suspect needs
   */
  record Looks(
      boolean decided, int blocks, List<Finding> findings, List<String> suspects, int freshBlocks) {
    static final Looks NONE = new Looks(true, 0, List.of(), List.of(), 0);
  }

  /** Where each metric is to have its verdict, none is found of the first blocks. */
  private List<TimedTest> firstBlocks() {
    return data.wantsAll() ? List.of() : tests(CellData::blocks, PolicyGross.BLOCKS);
  }

  /** What has no value is a failure by name, whatever else is there. */
  private boolean findGaps() {
    List<Finding> gaps = new ArrayList<>();
    for (TimedTest test : tests(CellData::blocks, Integer.MAX_VALUE)) {
      boolean begun = !test.series().pairs().isEmpty();
      if (begun ? !test.gaps().isEmpty() : data.ended()) {
        gaps.add(missing(test, test.gaps()));
      }
    }
    tests(CellData::confirmation, Integer.MAX_VALUE).stream()
        .filter(test -> !test.series().pairs().isEmpty() && !test.gaps().isEmpty())
        .map(test -> missing(test, "fresh: " + test.gaps()))
        .forEach(gaps::add);
    findings = List.copyOf(gaps);
    decided = !gaps.isEmpty();
    return decided;
  }

  private Finding missing(TimedTest test, String note) {
    return test.finding(Outcome.MISSING, Double.NaN, 1, effect(test), note);
  }

  private void takeGross(GrossChanges gross, boolean alone) {
    if (alone) {
      decided = true;
      blocks = PolicyGross.BLOCKS;
      suspects = List.of(gross.surest());
      freshBlocks = policy.grossBlocks();
    }
    findings = gross.beside(findings, data, alone, this::effect);
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
      cutShort = !all;
      boolean last = i == looks.size() - 1 || cutShort;
      // What later looks would have spent is this one's, if it is the last for want of blocks.
      List<PolicyLook> rest = last ? looks.subList(i, looks.size()) : List.of(look);
      List<PolicyLook> before = looks.subList(0, i);
      take(
          new PolicyLook(
              last ? 1 : look.at(),
              spent(PolicyLook::alarm, rest, before, policy.alpha()),
              spent(PolicyLook::clear, rest, before, policy.clearAlpha())));
      decided |= last || findings.stream().allMatch(f -> f.outcome() == Outcome.SAME);
    }
  }

  /**
   * What a look may spend: its own, and what those before it could not, because no p-value of so
   * few blocks as they had by the plan is so small.
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
              .map(cell -> look.blocks(data.cell(cell).planned()))
              .allMatch(blocks -> share <= 0 || blocks < WilcoxonSignedRank.fewest(share));
        };
    double sum = Stream.concat(before.stream().filter(idle), rest.stream()).mapToDouble(part).sum();
    return Math.min(1, sum);
  }

  private void take(PolicyLook look) {
    double alpha = policy.alpha() * look.alarm();
    List<TimedTest> tests = tests(look);
    double[] worse = Holm.adjust(tests.stream().map(TimedTest::pWorse).toList(), family);
    double[] better = Holm.adjust(tests.stream().map(TimedTest::pBetter).toList(), family);
    List<Finding> found = new ArrayList<>();
    List<TimedTest> flagged = new ArrayList<>();
    for (int i = 0; i < tests.size(); i++) {
      TimedTest test = tests.get(i);
      boolean part = tests.size() < family;
      if (worse[i] <= alpha || (part && test.pWorse() <= alpha)) {
        flagged.add(test);
      }
      // What was found stays found: further blocks could only hide it from the confirmation.
      decided |= worse[i] <= alpha;
      found.add(finding(test, worse[i], better[i], alpha, look.clear()));
    }
    findings = List.copyOf(found);
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

  private List<TimedTest> tests(PolicyLook look) {
    return cells.stream()
        .flatMap(
            cell -> tests(cell, CellData::blocks, look.blocks(data.cell(cell).planned())).stream())
        .toList();
  }

  private List<TimedTest> tests(Function<CellData, Map<String, Series>> part, int count) {
    return cells.stream().flatMap(cell -> tests(cell, part, count).stream()).toList();
  }

  private List<TimedTest> tests(
      PolicyCell cell, Function<CellData, Map<String, Series>> part, int count) {
    Map<String, Series> series = part.apply(data.cell(cell));
    return cell.gated().stream()
        .filter(metric -> !data.unreported().containsKey(metric))
        .map(
            metric ->
                TimedTest.of(
                    policy,
                    cell,
                    metric,
                    series.getOrDefault(metric, new Series("", List.of())).first(count)))
        .toList();
  }

  private Finding finding(TimedTest test, double worse, double better, double alpha, double clear) {
    if (worse <= alpha) {
      Series fresh = data.cell(test.cell()).fresh(test.metric(), policy.confirmBlocks());
      return test.confirmed(fresh, worse, clear, effect(test), policy.confirmAlpha(), "");
    }
    Outcome outcome = Outcome.INCONCLUSIVE;
    String note = "";
    if (better <= alpha) {
      outcome = Outcome.IMPROVED;
    } else if (test.isSame(clear)) {
      cleared.putIfAbsent(test.name(), test.ranks().n());
      outcome = Outcome.SAME;
    } else if (cleared.containsKey(test.name()) && !test.departs()) {
      outcome = Outcome.SAME;
      note = "as the first %s blocks showed".formatted(cleared.get(test.name()));
    }
    return test.finding(outcome, Math.min(worse, better), clear, effect(test), note);
  }

  /**
   * The cells in whose first blocks the candidate is grossly slower. Each is judged by fresh pairs,
   * at a level that counts the first blocks as two more, over all cells.
   *
   * @param policy the rules
   * @param tests the wall times of those blocks, the surest first
   */
  record GrossChanges(Policy policy, List<TimedTest> tests) {
    /**
     * Looks for them.
     *
     * @param firstBlocks all metrics of all cells in the first {@value PolicyGross#BLOCKS} blocks
     */
    static GrossChanges of(Policy policy, List<TimedTest> firstBlocks) {
      ToDoubleFunction<TimedTest> least = test -> Arrays.stream(test.logRatios()).min().orElse(0);
      return new GrossChanges(
          policy,
          firstBlocks.stream()
              .filter(test -> test.metric().equals(CellResult.SCORE))
              .filter(test -> test.ranks().n() == PolicyGross.BLOCKS)
              .filter(test -> least.applyAsDouble(test) > Math.log1p(policy.gross().change()))
              .sorted(Comparator.comparingDouble(least).reversed())
              .toList());
    }

    /** The cell that is to be confirmed first. */
    String surest() {
      return tests.get(0).cell().name();
    }

    /**
     * What fresh pairs say of them, and what else was found; of one metric the graver.
     *
     * @param others what else was found
     * @param data what was measured
     * @param alone whether nothing was timed but the first blocks
     * @param effect what the gate could have found
     */
    List<Finding> beside(
        List<Finding> others,
        GateData data,
        boolean alone,
        Function<TimedTest, MinimumDetectableEffect> effect) {
      double share = policy.gross().alarm() / Math.max(1, policy.timedCells().size());
      double level =
          policy.alpha() * policy.confirmAlpha() * share * Math.pow(2, PolicyGross.BLOCKS);
      Stream<Finding> gross =
          tests.stream()
              .map(
                  test -> {
                    Series fresh =
                        data.cell(test.cell()).fresh(test.metric(), policy.grossBlocks());
                    return test.confirmed(
                        fresh, Double.NaN, 1, effect.apply(test), level, words(test, alone));
                  });
      Map<List<String>, Finding> graver =
          Stream.concat(gross, others.stream())
              .collect(
                  Collectors.toMap(
                      finding -> List.of(finding.cell(), finding.metric()),
                      finding -> finding,
                      BinaryOperator.minBy(Comparator.comparing(Finding::outcome)),
                      LinkedHashMap::new));
      return List.copyOf(graver.values());
    }

    private static String words(TimedTest test, boolean alone) {
      return String.format(
          Locale.ROOT,
          "grossly slower in the first %s blocks (%+.0f %%)%s; ",
          PolicyGross.BLOCKS,
          100 * Math.expm1(test.ranks().estimate()),
          alone ? ", so nothing else was timed" : "");
    }
  }
}
