package dev.sessionbench.gate;

import dev.sessionbench.gate.CellData.Counts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Puts new gates together from the recorded blocks of real ones: a whole gate each, with all its
 * looks and its confirmation. A block stays whole, with both arms, all cells and all metrics of it,
 * so that what depends on one another still does. It is drawn with replacement, so the gates are as
 * noisy as the recorded blocks were and no noisier: it says nothing of a machine that was not
 * recorded.
 */
public final class Resampling {
  private final Policy policy;
  private final List<Map<String, CellData>> blocks = new ArrayList<>();
  private final Map<String, Map<String, Counts>> counts = new LinkedHashMap<>();

  /**
   * A source of gates.
   *
   * @param policy the rules that they are judged by
   * @param recorded what real gates of one kind measured
   * @throws GateException if it holds no whole block
   */
  public Resampling(Policy policy, List<GateData> recorded) {
    this.policy = policy;
    for (GateData gate : recorded) {
      int whole =
          policy.timedCells().stream().mapToInt(c -> gate.cell(c).blockCount()).min().orElse(0);
      for (int i = 0; i < whole; i++) {
        blocks.add(block(gate, i));
      }
      gate.cells().forEach((name, cell) -> addCounts(name, cell));
    }
    if (blocks.isEmpty()) {
      throw new GateException("no whole block is recorded: nothing can be resampled");
    }
  }

  /** The number of recorded blocks. */
  public int recordedBlocks() {
    return blocks.size();
  }

  private static Map<String, CellData> block(GateData gate, int index) {
    Map<String, CellData> block = new LinkedHashMap<>();
    gate.cells()
        .forEach(
            (name, cell) -> {
              Map<String, Series> series = new LinkedHashMap<>();
              cell.blocks()
                  .forEach(
                      (metric, all) ->
                          series.put(
                              metric,
                              new Series(all.unit(), all.pairs().subList(index, index + 1))));
              block.put(name, new CellData(1, Map.of(), series, Map.of(), List.of()));
            });
    return block;
  }

  private void addCounts(String name, CellData cell) {
    cell.counts()
        .forEach(
            (metric, found) ->
                counts
                    .computeIfAbsent(name, n -> new LinkedHashMap<>())
                    .merge(metric, found, Resampling::both));
  }

  private static Counts both(Counts one, Counts other) {
    List<Double> base = new ArrayList<>(one.base());
    base.addAll(other.base());
    List<Double> head = new ArrayList<>(one.head());
    head.addAll(other.head());
    return new Counts(base, head);
  }

  /**
   * Draws gates and judges them.
   *
   * @param gates how many
   * @param sameBuild whether both arms were the same build: then which of them is called the head
   *     is drawn anew for each block
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
    List<Map<String, CellData>> planned = draw(random, policy.blocks(), sameBuild);
    List<Map<String, CellData>> fresh = draw(random, policy.confirmBlocks(), sameBuild);
    Map<String, CellData> cells = new LinkedHashMap<>();
    for (PolicyCell cell : policy.cells()) {
      cells.put(
          cell.name(),
          new CellData(
              policy.blocks(),
              counts.getOrDefault(cell.name(), Map.of()),
              joined(planned, cell.name()),
              joined(fresh, cell.name()),
              List.of()));
    }
    return new GateData(true, cells);
  }

  private List<Map<String, CellData>> draw(Random random, int count, boolean sameBuild) {
    List<Map<String, CellData>> drawn = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, CellData> block = blocks.get(random.nextInt(blocks.size()));
      drawn.add(sameBuild && random.nextBoolean() ? swapped(block) : block);
    }
    return drawn;
  }

  private static Map<String, CellData> swapped(Map<String, CellData> block) {
    Map<String, CellData> swapped = new LinkedHashMap<>();
    block.forEach(
        (name, cell) -> {
          Map<String, Series> series = new LinkedHashMap<>();
          cell.blocks()
              .forEach(
                  (metric, one) -> {
                    Series.Pair pair = one.pairs().get(0);
                    series.put(
                        metric,
                        new Series(one.unit(), List.of(new Series.Pair(pair.head(), pair.base()))));
                  });
          swapped.put(name, new CellData(1, Map.of(), series, Map.of(), List.of()));
        });
    return swapped;
  }

  private static Map<String, Series> joined(List<Map<String, CellData>> blocks, String cell) {
    Map<String, List<Series.Pair>> pairs = new LinkedHashMap<>();
    Map<String, String> units = new LinkedHashMap<>();
    for (Map<String, CellData> block : blocks) {
      block
          .getOrDefault(cell, CellData.NONE)
          .blocks()
          .forEach(
              (metric, one) -> {
                pairs.computeIfAbsent(metric, m -> new ArrayList<>()).addAll(one.pairs());
                units.put(metric, one.unit());
              });
    }
    Map<String, Series> joined = new LinkedHashMap<>();
    pairs.forEach(
        (metric, all) -> joined.put(metric, new Series(units.getOrDefault(metric, ""), all)));
    return joined;
  }
}
