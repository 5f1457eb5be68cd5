package dev.sessionbench.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * One fork in the order of a run.
 *
 * @param position its place in the order, from 1
 * @param cell what it measures
 * @param fork which fork of its cell it is, from 1
 */
record PlannedFork(int position, Cell cell, int fork) {
  /**
   * Orders the forks of a run in blocks: first every cell's first fork in random order, then every
   * cell's second, and so on. What drifts during a run thus hits all cells alike.
   *
   * @param cells the cells
   * @param orderSeed equal seeds give equal orders
   * @return the forks in order
   */
  static List<PlannedFork> plan(List<Cell> cells, long orderSeed) {
    Random random = new Random(orderSeed);
    List<PlannedFork> plan = new ArrayList<>();
    int blocks = cells.stream().mapToInt(Cell::runs).max().orElse(0);
    for (int fork = 1; fork <= blocks; fork++) {
      List<Cell> block = new ArrayList<>(cells);
      Collections.shuffle(block, random);
      for (Cell cell : block) {
        if (fork <= cell.runs()) {
          plan.add(new PlannedFork(plan.size() + 1, cell, fork));
        }
      }
    }
    return plan;
  }

  /** The name of the file that keeps its result. */
  String fileName() {
    return String.format(Locale.ROOT, "%04d-%s-fork%d.json", position, cell.key().method(), fork);
  }
}
