package dev.sessionbench.gate;

import dev.sessionbench.bench.run.ForkEngine.Fork;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.Locale;

/**
 * One fork of a gate.
 *
 * @param position its place in the order of the gate, from 1
 * @param stage the part of the gate
 * @param block its block in that part, from 1; both sides of a cell have the same
 * @param cell the cell
 * @param side the side
 * @param seed the workload's seed, the same for both sides
 */
public record ForkId(int position, Stage stage, int block, PolicyCell cell, Side side, long seed)
    implements Fork {
  @Override
  public String folder() {
    return stage.folder();
  }

  @Override
  public String fileName() {
    return String.format(Locale.ROOT, "%03d-%s-%s", block, cell.slug(), side.option());
  }

  @Override
  public String workloadSeed() {
    return Long.toString(seed);
  }

  @Override
  public String toString() {
    return "%s block %s, %s, %s"
        .formatted(stage.name().toLowerCase(Locale.ROOT), block, cell.name(), side);
  }

  /** The parts of a gate, each with a folder of its own. */
  public enum Stage {
    /** One fork of the baseline for each timed cell, to see how long it takes. */
    PILOT("pilot", 3_000),
    /** The pairs of forks that are timed. */
    BLOCKS("block", 1_000),
    /** Fresh pairs of what was flagged. */
    CONFIRMATION("confirm", 2_000);

    private final String word;
    private final long firstSeed;

    Stage(String word, long firstSeed) {
      this.word = word;
      this.firstSeed = firstSeed;
    }

    /** What stands for it in progress messages. */
    public String word() {
      return word;
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
}
