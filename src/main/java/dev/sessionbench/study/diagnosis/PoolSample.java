package dev.sessionbench.study.diagnosis;

/**
 * What the pool held at one moment.
 *
 * @param atNanos when
 * @param inUse sessions in use
 * @param idle sessions idle
 * @param creating sessions asked for and not yet received
 */
public record PoolSample(long atNanos, int inUse, int idle, int creating) {
  /** The sessions that there are. */
  public int total() {
    return inUse + idle;
  }
}
