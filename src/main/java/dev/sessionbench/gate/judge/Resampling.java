package dev.sessionbench.gate.judge;

import com.google.common.collect.Maps;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Draws new gates from the recorded blocks of real ones, to estimate how often gates reach each
 * outcome. Each is a whole gate with an order of its sides, all looks and a confirmation. A pair of
 * forks stays together with all its metrics, so that dependent metrics stay dependent. Pairs are
 * drawn with replacement. The gates are therefore exactly as noisy as the recorded blocks, and say
 * nothing about other machines. Counts are not drawn, because they belong to no block.
 */
public final class Resampling {
  private final Policy policy;

  /** The recorded blocks of each cell. A block has one pair for each metric. */
  private final Map<String, List<Map<String, Series>>> recorded = new LinkedHashMap<>();

  /**
   * A source of gates.
   *
   * @param policy the policy that judges them
   * @param gates the measurements of real gates of one kind
   * @throws BadInput if a timed cell has no complete block
   */
  public Resampling(Policy policy, List<GateData> gates) {
    this.policy = policy;
    for (PolicyCell cell : policy.timedCells()) {
      recorded.put(
          cell.name(), gates.stream().flatMap(gate -> blocks(gate.cell(cell).blocks())).toList());
    }
    if (recordedBlocks() == 0) {
      throw new BadInput("no whole block is recorded: nothing can be resampled");
    }
  }

  private static Stream<Map<String, Series>> blocks(Map<String, Series> all) {
    int count = all.values().stream().findFirst().map(any -> any.pairs().size()).orElse(0);
    return IntStream.range(0, count)
        .mapToObj(i -> Map.copyOf(Maps.transformValues(all, series -> series.only(i))));
  }

  /** The number of recorded blocks in the cell with the fewest. */
  public int recordedBlocks() {
    return recorded.values().stream().mapToInt(List::size).min().orElse(0);
  }

  /**
   * Draws gates and judges them.
   *
   * @param gates how many
   * @param sameBuild whether both sides were the same build. A pair may then be drawn for either
   *     order: the fork that ran first takes the name of the side that runs first
   * @param seed determines the draws
   * @return how often each outcome occurred
   */
  public Tally run(int gates, boolean sameBuild, long seed) {
    Random random = new Random(seed);
    List<Judgement> judgements = new ArrayList<>();
    for (int i = 0; i < gates; i++) {
      judgements.add(Judge.judge(policy, draw(random, sameBuild)));
    }
    return Tally.of(judgements);
  }

  private GateData draw(Random random, boolean sameBuild) {
    Map<String, CellData> cells = new LinkedHashMap<>();
    for (PolicyCell cell : policy.cells()) {
      List<Map<String, Series>> from = recorded.getOrDefault(cell.name(), List.of());
      cells.put(
          cell.name(),
          CellData.NONE
              .withPlanned(policy.blocks())
              .withBlocks(draw(from, policy.blocks(), random, sameBuild))
              .withConfirmation(draw(from, policy.grossBlocks(), random, sameBuild)));
    }
    return new GateData(true, cells);
  }

  private static Map<String, Series> draw(
      List<Map<String, Series>> from, int blocks, Random random, boolean sameBuild) {
    Map<String, Series> drawn = new LinkedHashMap<>();
    for (Side first : from.isEmpty() ? List.<Side>of() : Side.firsts(blocks, random)) {
      Predicate<Map<String, Series>> fits =
          block -> block.values().iterator().next().pairs().get(0).first() == first;
      List<Map<String, Series>> fitting = from.stream().filter(fits).toList();
      List<Map<String, Series>> choices = sameBuild || fitting.isEmpty() ? from : fitting;
      Map<String, Series> block = choices.get(random.nextInt(choices.size()));
      boolean exchanged = sameBuild && !fits.test(block);
      block.forEach(
          (metric, one) -> drawn.merge(metric, exchanged ? one.exchanged() : one, Series::and));
    }
    return drawn;
  }

  /**
   * How often gates had each outcome.
   *
   * @param gates the number of gates
   * @param outcomes the number of gates by outcome
   * @param failedBy the number of gates that failed by a metric in some cell, by the metric's label
   */
  public record Tally(int gates, Map<Outcome, Integer> outcomes, Map<String, Integer> failedBy) {
    /**
     * Counts verdicts.
     *
     * @param judgements the verdicts, if any
     * @return the counts
     */
    public static Tally of(List<Judgement> judgements) {
      Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
      Map<String, Integer> failedBy = new LinkedHashMap<>();
      for (Judgement judgement : judgements) {
        outcomes.merge(judgement.outcome(), 1, Integer::sum);
        judgement.findings().stream()
            .filter(finding -> finding.decides() && finding.outcome().fails())
            .map(Finding::label)
            .distinct()
            .sorted()
            .forEach(label -> failedBy.merge(label, 1, Integer::sum));
      }
      return new Tally(judgements.size(), outcomes, failedBy);
    }

    /** The number of gates with an outcome. */
    public int of(Outcome outcome) {
      return outcomes.getOrDefault(outcome, 0);
    }

    /** The number of gates that failed. */
    public int found() {
      return gates - passed() - of(Outcome.INCONCLUSIVE);
    }

    /** The number of gates that let the candidate pass. */
    public int passed() {
      return of(Outcome.SAME) + of(Outcome.IMPROVED);
    }
  }
}
