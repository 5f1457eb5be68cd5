package dev.sessionbench.mock;

import io.grpc.Server;
import java.util.concurrent.TimeUnit;

/** Ends a gRPC server with all its calls. */
final class ServerShutdown {
  private static final long PATIENCE_SECONDS = 5;

  private ServerShutdown() {}

  static void now(Server server) {
    server.shutdownNow();
    try {
      server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
