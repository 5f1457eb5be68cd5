package dev.sessionbench.mock.transport;

import io.grpc.Server;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Ends a gRPC server with all its calls. */
final class ServerShutdown {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private ServerShutdown() {}

  /** Takes no new calls and waits for those in progress; says whether all have ended. */
  static boolean drain(Server server, Duration patience) {
    return ends(server.shutdown(), patience);
  }

  /** Ends all calls; says whether that went as fast as it should. */
  static boolean now(Server server) {
    return ends(server.shutdownNow(), PATIENCE);
  }

  private static boolean ends(Server server, Duration patience) {
    try {
      return server.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
