package dev.sessionbench.bench.load;

/**
 * When one operation wanted a session, had it, and gave it back, on the clock of whatever played
 * its load.
 *
 * @param wantedNanos when it called the client; of one that arrives at a moment, when it was due
 *     to, however late it called
 * @param acquiredNanos when its first RPC left the client; {@link #NEVER} for one that failed while
 *     it waited
 * @param releasedNanos when the client returned or threw; {@link #NEVER} for one that keeps its
 *     session
 * @param failed whether the client threw
 */
public record OperationTimes(
    long wantedNanos, long acquiredNanos, long releasedNanos, boolean failed) {
  /** Stands for a moment that does not come. */
  public static final long NEVER = Long.MAX_VALUE;

  /** An operation that did not fail. */
  public OperationTimes(long wantedNanos, long acquiredNanos, long releasedNanos) {
    this(wantedNanos, acquiredNanos, releasedNanos, false);
  }

  /** Whether it got a session. */
  public boolean hadSession() {
    return acquiredNanos != NEVER;
  }

  /** How long it waited for its session, or until it failed, in nanoseconds. */
  public long waitNanos() {
    return (hadSession() ? acquiredNanos : releasedNanos) - wantedNanos;
  }
}
