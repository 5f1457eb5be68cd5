package dev.sessionbench.gate.judge;

import com.google.common.collect.Maps;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.gate.CellData;
import dev.sessionbench.gate.Measurements.GateData;
import dev.sessionbench.gate.Series;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.Side.SideOrder;
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
 * Puts new gates together from the recorded blocks of real ones: a whole gate each, with the order
 * of its sides, all its looks and its confirmation. A pair of forks stays whole, with all metrics
 * of it, so that what depends on one another still does. It is drawn with replacement, so the gates
 * are as noisy as the recorded blocks were and no noisier: it says nothing of a machine that was
 * not recorded. What was counted is not drawn: it is no part of a block.
 */
public final class Resampling {
  private final Policy policy;

  /** All recorded blocks of each cell, each with its one pair of each metric. */
  private final Map<String, List<Map<String, Series>>> recorded = new LinkedHashMap<>();

  /**
   * A source of gates.
   *
   * @param policy the policy that they are judged by
   * @param gates what real gates of one kind measured
   * @throws BadInput if a timed cell has no whole block
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

  /** The number of recorded blocks of the cell that has the fewest. */
  public int recordedBlocks() {
    return recorded.values().stream().mapToInt(List::size).min().orElse(0);
  }

  /**
   * Draws gates and judges them.
   *
   * @param gates how many
   * @param sameBuild whether both sides were the same build: then a pair may be drawn for either
   *     order of its sides, the fork that ran first being called the side that runs first
   * @param seed decides the draws
   * @return how often they said what
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
          new CellData(
              policy.blocks(),
              draw(from, policy.stops(policy.blocks()), random, sameBuild),
              draw(from, policy.freshStops(), random, sameBuild),
              List.of()));
    }
    return new GateData(true, cells);
  }

  private static Map<String, Series> draw(
      List<Map<String, Series>> from, List<Integer> stops, Random random, boolean sameBuild) {
    Map<String, Series> drawn = new LinkedHashMap<>();
    for (Side first : from.isEmpty() ? List.<Side>of() : SideOrder.firsts(stops, random)) {
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
   * How often gates said what.
   *
   * @param gates the number of gates
   * @param outcomes how many had each outcome
   * @param regressed in how many of them a metric had regressed or a count changed in some cell, by
   *     the metric's label
   */
  public record Tally(int gates, Map<Outcome, Integer> outcomes, Map<String, Integer> regressed) {
    /**
     * Counts verdicts.
     *
     * @param judgements at least one verdict
     * @return the counts
     */
    public static Tally of(List<Judgement> judgements) {
      Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
      Map<String, Integer> regressed = new LinkedHashMap<>();
      for (Judgement judgement : judgements) {
        outcomes.merge(judgement.outcome(), 1, Integer::sum);
        Stream.of(Outcome.REGRESSED, Outcome.CHANGED)
            .flatMap(outcome -> judgement.of(outcome).stream())
            .map(Finding::label)
            .distinct()
            .sorted()
            .forEach(label -> regressed.merge(label, 1, Integer::sum));
      }
      return new Tally(judgements.size(), outcomes, regressed);
    }

    /** How many had an outcome. */
    public int of(Outcome outcome) {
      return outcomes.getOrDefault(outcome, 0);
    }
  }
}
