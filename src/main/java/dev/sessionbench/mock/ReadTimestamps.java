package dev.sessionbench.mock;

import com.google.protobuf.Timestamp;
import com.google.spanner.v1.TransactionOptions;
import org.jspecify.annotations.Nullable;

/** The timestamps at which read-only transactions read, by the rules of transaction.proto. */
final class ReadTimestamps {
  private ReadTimestamps() {}

  /**
   * Checks that a transaction may be used for more than one request.
   *
   * @throws RpcFailure INVALID_ARGUMENT if its read timestamp is bounded rather than chosen: the
   *     proto allows min_read_timestamp and max_staleness for single use only
   */
  static void requireMultiUse(TransactionOptions options) {
    switch (options.getReadOnly().getTimestampBoundCase()) {
      case MIN_READ_TIMESTAMP, MAX_STALENESS ->
          throw RpcFailure.invalidArgument(
              "min_read_timestamp and max_staleness can only be used in single-use transactions");
      default -> {}
    }
  }

  /** The read timestamp, if the client wants to know it. */
  static @Nullable Timestamp returned(TransactionOptions options, TimestampSource time) {
    TransactionOptions.ReadOnly read = options.getReadOnly();
    if (!options.hasReadOnly() || !read.getReturnReadTimestamp()) {
      return null;
    }
    return switch (read.getTimestampBoundCase()) {
      case READ_TIMESTAMP -> read.getReadTimestamp();
      case EXACT_STALENESS -> time.staleRead(read.getExactStaleness());
      // Bounded reads may be as fresh as strong ones, and the mock has no replica that lags.
      case STRONG, MIN_READ_TIMESTAMP, MAX_STALENESS, TIMESTAMPBOUND_NOT_SET -> time.strongRead();
    };
  }
}
