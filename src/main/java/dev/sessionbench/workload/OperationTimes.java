package dev.sessionbench.workload;

/**
 * When one operation wanted a session, had it, and gave it back, on the clock of {@link
 * System#nanoTime}.
 *
 * @param wantedNanos when it called the client
 * @param acquiredNanos when its first RPC left the client
 * @param releasedNanos when it returned from the client; {@link Long#MAX_VALUE} for one that kept
 *     its session
 */
public record OperationTimes(long wantedNanos, long acquiredNanos, long releasedNanos) {
  /** How long it waited for its session, in nanoseconds. */
  public long waitNanos() {
    return acquiredNanos - wantedNanos;
  }
}
