package dev.sessionbench.gate;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
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
   * Draws which side runs first in each block of a cell. Of two blocks in turn, each side is first
   * in one. Any effect of running second thus falls on both sides equally.
   *
   * @param blocks the number of blocks
   * @param random draws the order
   * @return the first side of each block
   */
  public static List<Side> firsts(int blocks, Random random) {
    List<Side> firsts = new ArrayList<>();
    while (firsts.size() < blocks) {
      Side first = random.nextBoolean() ? BASELINE : CANDIDATE;
      firsts.addAll(List.of(first, first.other()));
    }
    return firsts.subList(0, blocks);
  }
}
