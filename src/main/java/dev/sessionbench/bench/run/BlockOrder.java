package dev.sessionbench.bench.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** The order of what is measured within one block, so that what drifts hits all of it alike. */
public final class BlockOrder {
  private BlockOrder() {}

  /**
   * A source of orders. Consecutive seeds give unrelated orders, which {@link Random} alone does
   * not: the first bit of most small seeds is the same.
   */
  public static Random random(long seed) {
    return new Random(new SplittableRandom(seed).nextLong());
  }

  /** The cells of a block in random order. */
  public static <C> List<C> cells(List<C> cells, Random random) {
    List<C> order = new ArrayList<>(cells);
    Collections.shuffle(order, random);
    return order;
  }
}
