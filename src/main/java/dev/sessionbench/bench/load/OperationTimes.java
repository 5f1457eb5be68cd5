package dev.sessionbench.bench.load;

/**
 * When one operation wanted, acquired and released its session, on the clock of the driver that
 * played the load.
 *
 * @param wantedNanos when it called the client; for an operation with an arrival, when the call was
 *     due, even if it came later
 * @param acquiredNanos when its first RPC left the client; {@link #NEVER} if it failed while it
 *     waited
 * @param doneNanos when its caller had done all with its session; {@code releasedNanos} if that is
 *     not known
 * @param releasedNanos when the client returned or threw; {@link #NEVER} if it keeps its session
 * @param failed whether the client threw
 */
public record OperationTimes(
    long wantedNanos, long acquiredNanos, long doneNanos, long releasedNanos, boolean failed) {
  /** Stands for a time that does not come. */
  public static final long NEVER = Long.MAX_VALUE;

  /** An operation of which is not known when its caller had done all. */
  public OperationTimes(long wantedNanos, long acquiredNanos, long releasedNanos, boolean failed) {
    this(wantedNanos, acquiredNanos, releasedNanos, releasedNanos, failed);
  }

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
