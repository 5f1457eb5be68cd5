package dev.sessionbench.mock.rpc;

/**
 * What a server's own threads have used since it started, those that have ended included. Subtract
 * it from the process's total to get what the client used.
 *
 * @param cpuNanos CPU time in nanoseconds, at least 0
 * @param allocatedBytes heap allocated in bytes, at least 0
 */
public record ServerUsage(long cpuNanos, long allocatedBytes) {
  /** Nothing used. */
  public static final ServerUsage NONE = new ServerUsage(0, 0);

  /**
   * What was used since an earlier moment.
   *
   * @param before the use up to then
   * @return the difference
   */
  public ServerUsage minus(ServerUsage before) {
    return new ServerUsage(cpuNanos - before.cpuNanos, allocatedBytes - before.allocatedBytes);
  }

  ServerUsage plus(ServerUsage other) {
    return new ServerUsage(cpuNanos + other.cpuNanos, allocatedBytes + other.allocatedBytes);
  }
}
