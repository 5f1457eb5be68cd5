package dev.sessionbench.mock;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What the transactions of all sessions share.
 *
 * @param time gives timestamps
 * @param limits what they are held to
 * @param locks what they have locked
 * @param numbers makes ids that no other transaction of the server has
 */
record TransactionSource(
    TimestampSource time, ServiceLimits limits, LockTable locks, AtomicLong numbers) {
  TransactionSource(TimestampSource time, ServiceLimits limits) {
    this(time, limits, new LockTable(time), new AtomicLong());
  }

  /** The transactions of a new session. */
  SessionTransactions newSession(String database, boolean multiplexed) {
    return new SessionTransactions(this, database, multiplexed);
  }
}
