package dev.sessionbench.mock.session;

import dev.sessionbench.mock.rpc.ServiceLimits;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the transactions of all sessions share.
 *
 * @param time gives timestamps
 * @param limits what they are held to
 * @param locks what they have locked
 * @param numbers makes ids that no other transaction of the server has
 */
public record TransactionSource(
    TimestampSource time, ServiceLimits limits, LockTable locks, AtomicLong numbers) {
  /** Nothing locked yet. */
  public TransactionSource(TimestampSource time, ServiceLimits limits) {
    this(time, limits, new LockTable(time), new AtomicLong());
  }
}
