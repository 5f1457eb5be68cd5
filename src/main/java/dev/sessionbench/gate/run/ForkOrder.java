package dev.sessionbench.gate.run;

import dev.sessionbench.bench.run.PlannedFork;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * The order of all forks of a gate, drawn from one seed. Each block has the cells in random order,
 * those of one core last, and the two sides of a cell run one right after the other. The order of
 * the sides is balanced over the blocks of a cell. A drift of the machine thus affects both sides
 * of a pair alike. An effect of running second falls on each side equally often.
 */
final class ForkOrder {
  private static final long SEEDS_A_GATE = 10_000;

  private final long seed;
  private final List<List<PolicyCell>> cells = new ArrayList<>();
  private final Map<String, List<Side>> firsts = new HashMap<>();
  private final Map<String, List<Side>> freshFirsts = new HashMap<>();
  private int position;

  /**
   * Draws the order.
   *
   * @param seed the gate's seed
   * @param policy says how many fresh blocks a cell may need
   * @param timed the timed cells
   * @param planned the number of blocks of each cell
   */
  ForkOrder(long seed, Policy policy, List<PolicyCell> timed, int planned) {
    this.seed = seed;
    // Random alone would begin with the same bit for most small seeds.
    Random random = new Random(new SplittableRandom(seed).nextLong());
    for (PolicyCell cell : timed) {
      firsts.put(cell.name(), Side.firsts(planned, random));
      freshFirsts.put(cell.name(), Side.firsts(policy.grossBlocks(), random));
    }
    for (int block = 0; block < planned; block++) {
      List<PolicyCell> order = PlannedFork.shuffled(timed, random);
      // Their turns are short. In a process that has measured nothing, compiled code has one of two
      // speeds, and equal sides differed by up to 19 %.
      order.sort(Comparator.comparing(PolicyCell::cores));
      cells.add(order);
    }
  }

  /**
   * The pairs of a block.
   *
   * @param block the block, from 1
   */
  List<List<ForkId>> block(int block) {
    return cells.get(block - 1).stream()
        .map(cell -> pair(Stage.BLOCKS, block, cell, first(firsts, cell, block)))
        .toList();
  }

  /**
   * The fresh pairs of a cell.
   *
   * @param cell a cell that is timed
   * @param blocks how many; at most the number that a grossly slower candidate needs
   */
  List<List<ForkId>> fresh(PolicyCell cell, int blocks) {
    List<List<ForkId>> pairs = new ArrayList<>();
    for (int block = 1; block <= blocks; block++) {
      Side first = first(freshFirsts, cell, block);
      pairs.add(pair(Stage.CONFIRMATION, block, cell, first));
    }
    return pairs;
  }

  private static Side first(Map<String, List<Side>> order, PolicyCell cell, int block) {
    return order.getOrDefault(cell.name(), List.of()).get(block - 1);
  }

  /** The next two forks: those of a cell in a block. */
  private List<ForkId> pair(Stage stage, int block, PolicyCell cell, Side first) {
    long workload = seed * SEEDS_A_GATE + stage.firstSeed() + block;
    return List.of(
        new ForkId(++position, stage, block, cell, first, workload),
        new ForkId(++position, stage, block, cell, first.other(), workload));
  }
}
