package dev.sessionbench.gate;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** The two sides that a gate compares. */
public enum Side {
  /** What the change is compared with. */
  @JsonProperty("BASE")
  BASELINE("base"),
  /** The change. */
  @JsonProperty("HEAD")
  CANDIDATE("head");

  private final String option;

  Side(String option) {
    this.option = option;
  }

  /** Its name in options and in names of files. */
  public String option() {
    return option;
  }

  /** The other side. */
  public Side other() {
    return this == BASELINE ? CANDIDATE : BASELINE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Which side of a cell runs first in each of its blocks: a random order with as many first places
   * for each side, or one more where the blocks are odd, wherever the gate may stop. So what the
   * second fork of a pair has from being second falls on both sides alike.
   */
  public static final class SideOrder {
    private SideOrder() {}

    /**
     * Draws an order.
     *
     * @param stops the numbers of blocks by which it is to be balanced, ascending; the last is all
     * @param random decides
     * @return the first side of each block
     */
    public static List<Side> firsts(List<Integer> stops, Random random) {
      List<Side> firsts = new ArrayList<>();
      int bases = 0;
      for (int stop : stops) {
        int upTo = (stop + random.nextInt(2)) / 2;
        List<Side> stretch =
            new ArrayList<>(Collections.nCopies(stop - firsts.size(), Side.CANDIDATE));
        Collections.fill(stretch.subList(0, upTo - bases), Side.BASELINE);
        Collections.shuffle(stretch, random);
        firsts.addAll(stretch);
        bases = upTo;
      }
      return firsts;
    }
  }
}
