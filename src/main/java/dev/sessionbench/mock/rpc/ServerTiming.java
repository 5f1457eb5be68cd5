package dev.sessionbench.mock.rpc;

import io.grpc.Metadata;
import java.util.concurrent.TimeUnit;

/**
 * The header in which the service's front end tells how long it took, in whole milliseconds: {@code
 * server-timing: gfet4t7; dur=12}.
 */
final class ServerTiming {
  private static final Metadata.Key<String> KEY =
      Metadata.Key.of("server-timing", Metadata.ASCII_STRING_MARSHALLER);
  private static final long HALF_MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1) / 2;

  private ServerTiming() {}

  /** Adds the header for a time in nanoseconds, rounded. */
  static void announce(long nanos, Metadata headers) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos + HALF_MILLI_NANOS);
    headers.put(KEY, "gfet4t7; dur=" + millis);
  }
}
