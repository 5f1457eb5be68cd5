package dev.sessionbench.mock.session;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Durations;
import com.google.protobuf.util.Timestamps;
import com.google.spanner.v1.TransactionOptions;
import dev.sessionbench.mock.rpc.RpcFailure;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Provides the server's time, and the timestamps at which transactions read and commit, as
 * transaction.proto defines them. Commit timestamps strictly increase, in whole microseconds. A
 * strong read never lies before an answered commit, even if the clock stands still. The service
 * promises the same (external consistency).
 */
public final class TimestampSource {
  /** How far in the past a read may lie (cloud.google.com/spanner/docs/pitr, the default). */
  private static final long RETENTION_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final InstantSource clock;
  private final AtomicLong lastCommitMicros = new AtomicLong(Long.MIN_VALUE);

  /** Timestamps from a clock. */
  public TimestampSource(InstantSource clock) {
    this.clock = clock;
  }

  /** The clock's time in milliseconds since the epoch. */
  public long millis() {
    return clock.millis();
  }

  Timestamp commit() {
    long nowMicros = nowMicros();
    return Timestamps.fromMicros(
        lastCommitMicros.updateAndGet(last -> Math.max(nowMicros, last + 1)));
  }

  private long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }

  /**
   * Checks that a transaction may be used for more than one request.
   *
   * @throws RpcFailure INVALID_ARGUMENT if its read timestamp is bounded rather than chosen: the
   *     proto allows min_read_timestamp and max_staleness for single use only
   */
  static void requireMultiUse(TransactionOptions options) {
    TransactionOptions.ReadOnly read = options.getReadOnly();
    RpcFailure.invalidArgumentIf(
        read.hasMinReadTimestamp() || read.hasMaxStaleness(),
        "min_read_timestamp and max_staleness can only be used in single-use transactions");
  }

  /**
   * Checks the time of a read.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the time is invalid, FAILED_PRECONDITION if it lies
   *     beyond the retention of versions
   */
  void check(TransactionOptions options) {
    TransactionOptions.ReadOnly read = options.getReadOnly();
    boolean valid =
        Timestamps.isValid(read.getReadTimestamp())
            && Timestamps.isValid(read.getMinReadTimestamp());
    RpcFailure.invalidArgumentIf(!valid, "Invalid timestamp: %s", read);
    RpcFailure.invalidArgumentIf(
        isInvalid(read.getExactStaleness()) || isInvalid(read.getMaxStaleness()),
        "Invalid staleness, it must not be negative: %s",
        read);
    long ageMillis =
        read.hasReadTimestamp()
            ? millis() - Timestamps.toMillis(read.getReadTimestamp())
            : Durations.toMillis(read.getExactStaleness());
    RpcFailure.failedPreconditionIf(
        ageMillis > RETENTION_MILLIS,
        "Read-only transaction timestamp of %d ms ago has exceeded the maximum timestamp staleness",
        ageMillis);
  }

  private static boolean isInvalid(Duration staleness) {
    return !Durations.isValid(staleness) || Durations.isNegative(staleness);
  }

  /** The read timestamp, if the client wants to know it. */
  @Nullable Timestamp returned(TransactionOptions options) {
    TransactionOptions.ReadOnly read = options.getReadOnly();
    if (!options.hasReadOnly() || !read.getReturnReadTimestamp()) {
      return null;
    }
    return switch (read.getTimestampBoundCase()) {
      case READ_TIMESTAMP -> read.getReadTimestamp();
      case EXACT_STALENESS ->
          Timestamps.fromMicros(nowMicros() - Durations.toMicros(read.getExactStaleness()));
      // Bounded reads may be as fresh as strong ones; the mock has no lagging replica.
      case STRONG, MIN_READ_TIMESTAMP, MAX_STALENESS, TIMESTAMPBOUND_NOT_SET ->
          Timestamps.fromMicros(Math.max(nowMicros(), lastCommitMicros.get()));
    };
  }
}
