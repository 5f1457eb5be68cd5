package dev.sessionbench;

import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.trial.TrialOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Checks before a run whether its server can be reached or started. */
final class ServerReach {
  private static final int CONNECT_MILLIS = 2_000;

  private final Map<ServerAddress.Tcp, Optional<String>> reached = new HashMap<>();

  /**
   * Checks a run.
   *
   * @throws IllegalArgumentException if it has no server: one line that says why
   */
  void check(TrialOptions options) {
    options
        .server()
        .map(this::unreachable)
        .orElseGet(() -> busyPort(options))
        .ifPresent(
            complaint -> {
              throw new IllegalArgumentException(complaint);
            });
  }

  /** Asks once for each address, because there may be many cells. */
  private Optional<String> unreachable(ServerAddress.Tcp server) {
    return reached.computeIfAbsent(server, ServerReach::tryToReach);
  }

  private static Optional<String> tryToReach(ServerAddress.Tcp server) {
    // Brackets belong to URLs; the resolver does not accept them.
    String host = server.host().replaceAll("[\\[\\]]", "");
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, server.port()), CONNECT_MILLIS);
      return Optional.empty();
    } catch (IOException e) {
      String reason =
          e instanceof UnknownHostException ? "no such host" : String.valueOf(e.getMessage());
      return Optional.of(
          "server=%s:%d: cannot be reached (%s); start it, or leave the parameter out for the suite's own"
              .formatted(server.host(), server.port(), reason));
    }
  }

  private static Optional<String> busyPort(TrialOptions options) {
    if (options.mock().transport() != Transport.TCP || options.mock().port() == 0) {
      return Optional.empty();
    }
    try {
      new ServerSocket(options.mock().port(), 1, InetAddress.getLoopbackAddress()).close();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          "port=%d: must be free, but something listens there; 0 takes any free port"
              .formatted(options.mock().port()));
    }
  }
}
