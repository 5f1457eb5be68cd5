package dev.sessionbench.gate;

import java.util.Locale;

/** The parts of a gate, each with a folder of its own. */
public enum Stage {
  /** One fork of the base for each timed cell, to see how long it takes. */
  PILOT(3_000),
  /** The pairs of forks that are timed. */
  BLOCKS(1_000),
  /** Fresh pairs of what was flagged. */
  CONFIRMATION(2_000);

  private final long firstSeed;

  Stage(long firstSeed) {
    this.firstSeed = firstSeed;
  }

  /** What keeps its workloads apart from those of the other parts. */
  public long firstSeed() {
    return firstSeed;
  }

  /** The name of its folder. */
  public String folder() {
    return name().toLowerCase(Locale.ROOT);
  }
}
