package dev.sessionbench.workload;

import dev.sessionbench.model.PoolShape;

/**
 * The size of a load.
 *
 * @param shape the pool that it is put on
 * @param operations reads and writes in all, at least 1
 * @param concurrency operations under way at the same time, at least 1
 * @param seed decides every wait of every operation
 * @param timeScale what every wait is multiplied by, from 1 to {@value #MAX_TIME_SCALE}
 */
public record WorkloadOptions(
    PoolShape shape, int operations, int concurrency, long seed, int timeScale) {
  /** The most that simulated times can be stretched. */
  public static final int MAX_TIME_SCALE = 100;

  /**
   * Checks the sizes.
   *
   * @throws IllegalArgumentException naming the parameter, its value and what would be right
   */
  public WorkloadOptions {
    if (operations < 1) {
      throw new IllegalArgumentException("operations=" + operations + ": must be at least 1");
    }
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency=" + concurrency + ": must be at least 1");
    }
    if (timeScale < 1 || timeScale > MAX_TIME_SCALE) {
      throw new IllegalArgumentException(
          "timeScale=%d: must be from 1 to %d".formatted(timeScale, MAX_TIME_SCALE));
    }
  }

  /** The same size with other waits. */
  public WorkloadOptions withTimeScale(int other) {
    return new WorkloadOptions(shape, operations, concurrency, seed, other);
  }

  /** The most sessions that this load can want at the same time. */
  public int peakDemand() {
    return Math.min(operations, concurrency);
  }
}
