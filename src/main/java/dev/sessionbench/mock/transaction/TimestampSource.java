package dev.sessionbench.mock.transaction;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells the server's time. Commits get strictly increasing timestamps of whole microseconds, and a
 * strong read never lies before a commit that was answered, as the service promises (external
 * consistency), even when the clock stands still.
 */
public final class TimestampSource {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private final InstantSource clock;
  private final AtomicLong lastCommitMicros = new AtomicLong(Long.MIN_VALUE);

  public TimestampSource(InstantSource clock) {
    this.clock = clock;
  }

  /** The clock's time in milliseconds since the epoch. */
  public long millis() {
    return clock.millis();
  }

  Timestamp commit() {
    long nowMicros = nowMicros();
    return ofMicros(lastCommitMicros.updateAndGet(last -> Math.max(nowMicros, last + 1)));
  }

  Timestamp strongRead() {
    return ofMicros(Math.max(nowMicros(), lastCommitMicros.get()));
  }

  /** The time of a read that sees the past. */
  Timestamp staleRead(com.google.protobuf.Duration staleness) {
    long stalenessMicros =
        staleness.getSeconds() * MICROS_PER_SECOND + staleness.getNanos() / NANOS_PER_MICRO;
    return ofMicros(nowMicros() - stalenessMicros);
  }

  public static Timestamp ofMillis(long millis) {
    return ofMicros(millis * 1_000);
  }

  private long nowMicros() {
    Instant now = clock.instant();
    return now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / NANOS_PER_MICRO;
  }

  private static Timestamp ofMicros(long micros) {
    return Timestamp.newBuilder()
        .setSeconds(Math.floorDiv(micros, MICROS_PER_SECOND))
        .setNanos((int) (Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO))
        .build();
  }
}
