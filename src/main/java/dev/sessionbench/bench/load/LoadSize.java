package dev.sessionbench.bench.load;

import dev.sessionbench.base.model.Invalid;

/**
 * The size of a load.
 *
 * @param operations reads and writes in all, at least 1
 * @param concurrency operations under way at the same time, at least 1
 * @param seed decides every wait of every operation
 * @param timeScale what every wait is multiplied by, from 1 to {@value #MAX_TIME_SCALE}
 */
public record LoadSize(int operations, int concurrency, long seed, int timeScale) {
  /** The most that simulated times can be stretched. */
  public static final int MAX_TIME_SCALE = 100;

  /**
   * Checks the sizes.
   *
   * @throws IllegalArgumentException naming the parameter, its value and what would be right
   */
  public LoadSize {
    Invalid.when(operations < 1, "operations=%d: must be at least 1", operations);
    Invalid.when(concurrency < 1, "concurrency=%d: must be at least 1", concurrency);
    Invalid.when(
        timeScale < 1 || timeScale > MAX_TIME_SCALE,
        "timeScale=%d: must be from 1 to %d",
        timeScale,
        MAX_TIME_SCALE);
  }

  /** The same size with other waits. */
  public LoadSize withTimeScale(int other) {
    return new LoadSize(operations, concurrency, seed, other);
  }

  /** Half as many operations, but no fewer than keep every caller busy once. */
  public LoadSize halved() {
    int fewest = Math.min(operations, concurrency);
    return new LoadSize(Math.max(fewest, operations / 2), concurrency, seed, timeScale);
  }
}
