package dev.sessionbench.gate;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** The two sides that a gate compares. */
public enum Side {
  /** The version that the change is compared with. */
  @JsonProperty("BASE")
  BASELINE("base"),
  /** The change. */
  @JsonProperty("HEAD")
  CANDIDATE("head");

  private final String option;

  Side(String option) {
    this.option = option;
  }

  /** Its name in options and file names. */
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
   * Decides which side runs first in each block of a cell. The order is random and balanced at
   * every number of blocks where the gate may stop. There each side is first equally often, or once
   * more if the number is odd. Any effect of running second thus falls on both sides equally.
   */
  public static final class SideOrder {
    private SideOrder() {}

    /**
     * Draws an order.
     *
     * @param stops the numbers of blocks at which the order is balanced, ascending; the last is the
     *     total
     * @param random draws the order
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
