package dev.sessionbench.gate.judge;

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
  private final Map<String, List<Pairs>> recorded = new LinkedHashMap<>();

  /** The pair of forks of one recorded block of a cell, by metric. */
  private record Pairs(Side first, Map<String, Series> series) {
    Pairs exchanged() {
      Map<String, Series> others = new LinkedHashMap<>();
      series.forEach(
          (metric, all) ->
              others.put(metric, new Series(all.unit(), List.of(all.pairs().get(0).exchanged()))));
      return new Pairs(first.other(), others);
    }
  }

  /**
   * A source of gates.
   *
   * @param policy the rules that they are judged by
   * @param gates what real gates of one kind measured
   * @throws BadInput if a timed cell has no whole block
   */
  public Resampling(Policy policy, List<GateData> gates) {
    this.policy = policy;
    for (GateData gate : gates) {
      policy.timedCells().forEach(cell -> addBlocks(cell.name(), gate.cell(cell)));
    }
    if (recordedBlocks() == 0) {
      throw new BadInput("no whole block is recorded: nothing can be resampled");
    }
  }

  private void addBlocks(String cell, CellData data) {
    List<Pairs> all = recorded.computeIfAbsent(cell, name -> new ArrayList<>());
    for (int i = 0; i < data.blockCount(); i++) {
      Map<String, Series> block = new LinkedHashMap<>();
      Side first = Side.BASELINE;
      for (Map.Entry<String, Series> metric : data.blocks().entrySet()) {
        Series.Pair pair = metric.getValue().pairs().get(i);
        first = pair.first();
        block.put(metric.getKey(), new Series(metric.getValue().unit(), List.of(pair)));
      }
      all.add(new Pairs(first, block));
    }
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
      List<Pairs> from = recorded.getOrDefault(cell.name(), List.of());
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
      List<Pairs> from, List<Integer> stops, Random random, boolean sameBuild) {
    Map<String, Series> joined = new LinkedHashMap<>();
    if (!from.isEmpty()) {
      for (Side first : SideOrder.firsts(stops, random)) {
        draw(from, first, random, sameBuild)
            .series()
            .forEach((metric, pair) -> joined.merge(metric, pair, Series::and));
      }
    }
    return joined;
  }

  private static Pairs draw(List<Pairs> from, Side first, Random random, boolean sameBuild) {
    if (sameBuild) {
      Pairs any = from.get(random.nextInt(from.size()));
      return any.first() == first ? any : any.exchanged();
    }
    List<Pairs> fitting = from.stream().filter(pairs -> pairs.first() == first).toList();
    List<Pairs> chosen = fitting.isEmpty() ? from : fitting;
    return chosen.get(random.nextInt(chosen.size()));
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
