package dev.sessionbench.gate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** The two sides of a gate. */
public enum Arm {
  /** What the change is held against. */
  BASE,
  /** The change. */
  HEAD;

  /** The other side. */
  public Arm other() {
    return this == BASE ? HEAD : BASE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Which arm of a cell runs first in each of its blocks: a random order with as many first places
   * for each arm, or one more where the blocks are odd, wherever the gate may stop. So what the
   * second fork of a pair has from being second falls on both arms alike.
   */
  public static final class ArmOrder {
    private ArmOrder() {}

    /**
     * Draws an order.
     *
     * @param stops the numbers of blocks by which it is to be balanced, ascending; the last is all
     * @param random decides
     * @return the first arm of each block
     */
    public static List<Arm> firsts(List<Integer> stops, Random random) {
      List<Arm> firsts = new ArrayList<>();
      int bases = 0;
      for (int stop : stops) {
        int upTo = (stop + random.nextInt(2)) / 2;
        List<Arm> stretch = new ArrayList<>(Collections.nCopies(stop - firsts.size(), Arm.HEAD));
        Collections.fill(stretch.subList(0, upTo - bases), Arm.BASE);
        Collections.shuffle(stretch, random);
        firsts.addAll(stretch);
        bases = upTo;
      }
      return firsts;
    }
  }
}
