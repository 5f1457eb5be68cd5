package dev.sessionbench.accounting;

/**
 * What the timed part of a run, from the start of its load to the end of its last operation, used
 * of the machine.
 *
 * @param cpuNanos CPU time of the whole process in it, in nanoseconds
 * @param wallNanos how long it took, in nanoseconds
 */
public record TimedUsage(long cpuNanos, long wallNanos) {
  /**
   * The part of the machine that was used.
   *
   * @param processors the processors that the process could use
   * @return CPU time over wall time times processors, in percent
   */
  public double utilisationPercent(int processors) {
    return 100.0 * cpuNanos / ((double) wallNanos * processors);
  }
}
