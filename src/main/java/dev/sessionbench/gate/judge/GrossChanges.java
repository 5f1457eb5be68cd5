package dev.sessionbench.gate.judge;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.Policy.PolicyGross;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The cells in whose first blocks the head is grossly slower. Each is judged by fresh pairs, at a
 * level that counts the first blocks as two more, over all cells.
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
    double level = policy.alpha() * policy.confirmAlpha() * share * Math.pow(2, PolicyGross.BLOCKS);
    Stream<Finding> gross =
        tests.stream()
            .map(
                test -> {
                  Series fresh = data.cell(test.cell()).fresh(test.metric(), policy.grossBlocks());
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
