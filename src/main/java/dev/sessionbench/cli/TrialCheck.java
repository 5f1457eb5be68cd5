package dev.sessionbench.cli;

import dev.sessionbench.client.ServerAddress;
import dev.sessionbench.load.Workload;
import dev.sessionbench.model.Transport;
import dev.sessionbench.trial.FaultOptions;
import dev.sessionbench.trial.TrialOptions;
import dev.sessionbench.trial.TrialParameters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Refuses cells whose parameters are no run that the session pool benchmarks can make. */
final class TrialCheck implements CellCheck {
  private static final String BENCHMARK = "dev.sessionbench.SessionPoolBenchmark.";

  private static final int CONNECT_MILLIS = 2_000;
  private static final String FAULT_BENCHMARK = "dev.sessionbench.FaultBenchmark.";

  private final Map<ServerAddress.Tcp, Optional<String>> reached = new HashMap<>();

  @Override
  public Optional<String> complaint(String benchmark, Map<String, String> params) {
    try {
      if (benchmark.startsWith(FAULT_BENCHMARK)) {
        FaultOptions.read(params);
        return Optional.empty();
      }
      return options(benchmark, params)
          .flatMap(trial -> trial.server().map(this::unreachable).orElseGet(() -> busyPort(trial)));
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * What a cell would run.
   *
   * @param benchmark the full name of its benchmark method
   * @param params its parameters
   * @return the options; nothing where it is not a session pool benchmark
   * @throws IllegalArgumentException if a parameter is wrong; the message is the complaint
   */
  static Optional<TrialOptions> options(String benchmark, Map<String, String> params) {
    return Arrays.stream(Workload.values())
        .filter(workload -> benchmark.equals(BENCHMARK + workload.benchmarkName()))
        .findFirst()
        .map(workload -> TrialParameters.read(workload, params));
  }

  /**
   * The parameters that tell a cell from others.
   *
   * @param benchmark the full name of its benchmark method
   * @param params all its parameters
   * @return those without meaning left out
   */
  static Map<String, String> identity(String benchmark, Map<String, String> params) {
    return benchmark.startsWith(BENCHMARK) ? TrialParameters.identity(params) : params;
  }

  /** Asked once for each address: there may be many cells. */
  private Optional<String> unreachable(ServerAddress.Tcp server) {
    return reached.computeIfAbsent(server, TrialCheck::tryToReach);
  }

  private static Optional<String> tryToReach(ServerAddress.Tcp server) {
    // Brackets are for the eye and for addresses on the wire; the resolver takes none.
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
    if (options.transport() != Transport.TCP || options.port() == 0) {
      return Optional.empty();
    }
    try {
      new ServerSocket(options.port(), 1, InetAddress.getLoopbackAddress()).close();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          "port=%d: must be free, but something listens there; 0 takes any free port"
              .formatted(options.port()));
    }
  }
}
