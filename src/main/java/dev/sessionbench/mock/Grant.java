package dev.sessionbench.mock;

import com.google.spanner.v1.MultiplexedSessionPrecommitToken;
import com.google.spanner.v1.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * What a reply tells about its transaction.
 *
 * @param transaction a transaction that the request has begun, or the read timestamp that it asked
 *     for
 * @param token a precommit token, in a read-write transaction on a multiplexed session
 */
record Grant(@Nullable Transaction transaction, @Nullable MultiplexedSessionPrecommitToken token) {
  /** Nothing to tell. */
  static final Grant NONE = new Grant(null, null);
}
