package dev.sessionbench.mock.rpc;

import io.grpc.Metadata;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The header in which the service's front end tells how long it took, in whole milliseconds: {@code
 * server-timing: gfet4t7; dur=12}. The usual values are made once.
 */
final class ServerTiming {
  private static final Metadata.Key<String> KEY =
      Metadata.Key.of("server-timing", Metadata.ASCII_STRING_MARSHALLER);
  private static final long HALF_MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1) / 2;
  private static final String[] USUAL =
      IntStream.range(0, 1_024).mapToObj(ServerTiming::value).toArray(String[]::new);

  private ServerTiming() {}

  /** Adds the header for a time in nanoseconds, rounded. */
  static void announce(long nanos, Metadata headers) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos + HALF_MILLI_NANOS);
    headers.put(KEY, millis < USUAL.length ? USUAL[(int) millis] : value(millis));
  }

  private static String value(long millis) {
    return "gfet4t7; dur=" + millis;
  }
}
