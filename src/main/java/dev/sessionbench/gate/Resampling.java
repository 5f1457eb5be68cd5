package dev.sessionbench.gate;

import dev.sessionbench.model.BadInput;
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
 * recorded. What was counted is not drawn: it is no part of a block.
 */
public final class Resampling {
  private final Policy policy;
  private final List<Block> blocks = new ArrayList<>();

  /** A recorded block, with its arms as they were or each called the other. */
  private record Block(GateData gate, int index, boolean exchanged) {}

  /**
   * A source of gates.
   *
   * @param policy the rules that they are judged by
   * @param recorded what real gates of one kind measured
   * @throws BadInput if it holds no whole block
   */
  public Resampling(Policy policy, List<GateData> recorded) {
    this.policy = policy;
    for (GateData gate : recorded) {
      int whole =
          policy.timedCells().stream().mapToInt(c -> gate.cell(c).blockCount()).min().orElse(0);
      for (int i = 0; i < whole; i++) {
        blocks.add(new Block(gate, i, false));
      }
    }
    if (blocks.isEmpty()) {
      throw new BadInput("no whole block is recorded: nothing can be resampled");
    }
  }

  /** The number of recorded blocks. */
  public int recordedBlocks() {
    return blocks.size();
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
    List<Block> planned = draw(random, policy.blocks(), sameBuild);
    List<Block> fresh = draw(random, policy.confirmBlocks(), sameBuild);
    Map<String, CellData> cells = new LinkedHashMap<>();
    for (PolicyCell cell : policy.cells()) {
      cells.put(
          cell.name(),
          new CellData(policy.blocks(), joined(planned, cell), joined(fresh, cell), List.of()));
    }
    return new GateData(true, cells);
  }

  private List<Block> draw(Random random, int count, boolean sameBuild) {
    List<Block> drawn = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Block block = blocks.get(random.nextInt(blocks.size()));
      drawn.add(new Block(block.gate(), block.index(), sameBuild && random.nextBoolean()));
    }
    return drawn;
  }

  private static Map<String, Series> joined(List<Block> drawn, PolicyCell cell) {
    Map<String, Series> joined = new LinkedHashMap<>();
    for (Block block : drawn) {
      block
          .gate()
          .cell(cell)
          .blocks()
          .forEach(
              (metric, all) ->
                  joined.merge(metric, all.block(block.index(), block.exchanged()), Series::and));
    }
    return joined;
  }
}
