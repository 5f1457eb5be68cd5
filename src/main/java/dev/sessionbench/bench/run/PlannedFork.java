package dev.sessionbench.bench.run;

import dev.sessionbench.base.results.Environment;
import dev.sessionbench.bench.run.ForkEngine.Fork;
import dev.sessionbench.bench.trial.TrialParameters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * One fork in the order of a run.
 *
 * @param position its place in the order, from 1
 * @param cell the cell that it measures
 * @param block the number of this fork within its cell, from 1
 */
public record PlannedFork(int position, PlannedCell cell, int block) implements Fork {
  /** The folder of all forks of a run. */
  public static final String FOLDER = "forks";

  /**
   * Orders the forks of a run in blocks: every cell's first fork in random order, then every cell's
   * second, and so on. So a drift during the run affects all cells alike.
   *
   * @param cells the cells
   * @param orderSeed equal seeds give equal orders
   * @return the forks in order
   */
  static List<PlannedFork> plan(List<PlannedCell> cells, long orderSeed) {
    Random random = new Random(orderSeed);
    List<PlannedFork> plan = new ArrayList<>();
    for (int block = 1; block <= blocks(cells); block++) {
      for (PlannedCell cell : shuffled(cells, random)) {
        if (block <= cell.runs()) {
          plan.add(new PlannedFork(plan.size() + 1, cell, block));
        }
      }
    }
    return plan;
  }

  /** The number of blocks. */
  public static int blocks(List<PlannedCell> cells) {
    return cells.stream().mapToInt(PlannedCell::runs).max().orElse(0);
  }

  @Override
  public String folder() {
    return FOLDER;
  }

  @Override
  public String fileName() {
    return String.format(Locale.ROOT, "%04d-%s-fork%d", position, cell.key().method(), block);
  }

  @Override
  public String workloadSeed() {
    return cell.key().params().getOrDefault(TrialParameters.SEED.name(), Environment.UNKNOWN);
  }

  @Override
  public String toString() {
    return "fork " + block + "/" + cell.runs();
  }

  /** The cells of one block in random order, so that a drift affects all of them alike. */
  public static <C> List<C> shuffled(List<C> cells, Random random) {
    List<C> order = new ArrayList<>(cells);
    Collections.shuffle(order, random);
    return order;
  }
}
