package dev.sessionbench.gate.run;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.PolicyCell;
import dev.sessionbench.gate.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order of the forks of one block: the cells in random order, and of each cell both arms one
 * right after the other, which of them first being random too. What drifts thus hits both arms of a
 * pair alike, and what follows a fork hits either arm as often.
 */
final class ForkOrder {
  private static final long SEEDS_A_GATE = 10_000;

  private ForkOrder() {}

  /**
   * The forks of a block.
   *
   * @param seed the gate's seed
   * @param stage the part of the gate
   * @param block the block, from 1
   * @param cells the cells
   * @return both arms of each cell
   */
  static List<ForkId> of(long seed, Stage stage, int block, List<PolicyCell> cells) {
    long workload = seed * SEEDS_A_GATE + stage.firstSeed() + block;
    Random random = new Random(workload);
    List<PolicyCell> order = new ArrayList<>(cells);
    Collections.shuffle(order, random);
    List<ForkId> forks = new ArrayList<>();
    for (PolicyCell cell : order) {
      Arm first = random.nextBoolean() ? Arm.BASE : Arm.HEAD;
      forks.add(new ForkId(stage, block, cell, first, workload));
      forks.add(new ForkId(stage, block, cell, first.other(), workload));
    }
    return forks;
  }
}
