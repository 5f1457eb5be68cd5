package dev.sessionbench.mock.session;

import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Durations;
import com.google.protobuf.util.Timestamps;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells the server's time. Commits get strictly increasing timestamps of whole microseconds, and a
 * strong read never lies before a commit that was answered, as the service promises (external
 * consistency), even when the clock stands still.
 */
public final class TimestampSource {
  private final InstantSource clock;
  private final AtomicLong lastCommitMicros = new AtomicLong(Long.MIN_VALUE);

  /** Time by a clock. */
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

  Timestamp strongRead() {
    return Timestamps.fromMicros(Math.max(nowMicros(), lastCommitMicros.get()));
  }

  /** The time of a read that sees the past. */
  Timestamp staleRead(com.google.protobuf.Duration staleness) {
    return Timestamps.fromMicros(nowMicros() - Durations.toMicros(staleness));
  }

  /** A time in milliseconds since the epoch, as the protocol writes it. */
  public static Timestamp ofMillis(long millis) {
    return Timestamps.fromMillis(millis);
  }

  private long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }
}
