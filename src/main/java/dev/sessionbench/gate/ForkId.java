package dev.sessionbench.gate;

import dev.sessionbench.bench.run.ForkEngine.Fork;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.Locale;

/**
 * One fork of a gate.
 *
 * @param position its position in the order of the gate's forks, from 1
 * @param stage the part of the gate
 * @param block its block in that part, from 1; both forks of a pair have the same one
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
    return "%s block %s, %s, %s".formatted(folder(), block, cell.name(), side);
  }

  /** The parts of a gate. Each keeps its results in its own folder. */
  public enum Stage {
    /** The planned pairs of forks. */
    BLOCKS(1_000),
    /** Fresh pairs of forks for flagged cells. */
    CONFIRMATION(2_000);

    private final long firstSeed;

    Stage(long firstSeed) {
      this.firstSeed = firstSeed;
    }

    /** Its first workload seed. Parts never share a seed, so they never share a workload. */
    public long firstSeed() {
      return firstSeed;
    }

    /** The name of its folder, also in messages. */
    public String folder() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
