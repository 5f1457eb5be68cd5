package dev.sessionbench.gate.run;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.PolicyCell;
import dev.sessionbench.gate.Stage;
import dev.sessionbench.run.plan.BlockOrder;
import java.util.ArrayList;
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
   * @param before the forks of the gate that come before
   * @return both arms of each cell
   */
  static List<ForkId> of(long seed, Stage stage, int block, List<PolicyCell> cells, int before) {
    long workload = seed * SEEDS_A_GATE + stage.firstSeed() + block;
    Random random = BlockOrder.random(workload);
    List<ForkId> forks = new ArrayList<>();
    for (PolicyCell cell : BlockOrder.cells(cells, random)) {
      Arm first = random.nextBoolean() ? Arm.BASE : Arm.HEAD;
      for (Arm arm : List.of(first, first.other())) {
        forks.add(new ForkId(before + forks.size() + 1, stage, block, cell, arm, workload));
      }
    }
    return forks;
  }
}
