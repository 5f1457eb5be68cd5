package dev.sessionbench.mock.transport;

import io.grpc.Server;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Ends a gRPC server with all its calls. */
final class ServerShutdown {
  private static final long PATIENCE_SECONDS = 5;

  private ServerShutdown() {}

  /** Takes no new calls and waits for those in progress; says whether all have ended. */
  static boolean drain(Server server, Duration patience) {
    server.shutdown();
    try {
      return server.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  static void now(Server server) {
    server.shutdownNow();
    try {
      server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
