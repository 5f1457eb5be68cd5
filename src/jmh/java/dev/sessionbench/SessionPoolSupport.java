package dev.sessionbench;

import dev.sessionbench.client.ServerAddress;
import dev.sessionbench.load.Workload;
import dev.sessionbench.model.Transport;
import dev.sessionbench.run.plan.BenchmarkSupport;
import dev.sessionbench.trial.OtherClient;
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
import java.util.OptionalDouble;

/** Refuses cells whose parameters are no run that {@link SessionPoolBenchmark} can make. */
public final class SessionPoolSupport implements BenchmarkSupport {
  private static final String BENCHMARK = SessionPoolBenchmark.class.getName() + ".";
  private static final int CONNECT_MILLIS = 2_000;

  private final Map<ServerAddress.Tcp, Optional<String>> reached = new HashMap<>();

  /** For the service loader. */
  public SessionPoolSupport() {}

  @Override
  public boolean covers(String benchmark) {
    return benchmark.startsWith(BENCHMARK);
  }

  @Override
  public void check(String benchmark, Map<String, String> params) {
    Optional<TrialOptions> options = options(benchmark, params);
    // Fetched and built now: a fork finds it ready.
    options.flatMap(TrialOptions::otherClient).ifPresent(OtherClient::libraries);
    options
        .flatMap(trial -> trial.server().map(this::unreachable).orElseGet(() -> busyPort(trial)))
        .ifPresent(
            complaint -> {
              throw new IllegalArgumentException(complaint);
            });
  }

  @Override
  public Map<String, String> identity(Map<String, String> params) {
    return TrialParameters.identity(params);
  }

  @Override
  public String libraries(String benchmark, Map<String, String> params) {
    return options(benchmark, params)
        .flatMap(TrialOptions::otherClient)
        .map(OtherClient::libraries)
        .orElse("");
  }

  @Override
  public Map<String, String> files(Map<String, String> params) {
    return TrialParameters.PROFILE.files(params);
  }

  @Override
  public OptionalDouble guessMillis(String benchmark, Map<String, String> params) {
    return options(benchmark, params)
        .map(trial -> OptionalDouble.of(trial.guessMillis()))
        .orElse(OptionalDouble.empty());
  }

  private static Optional<TrialOptions> options(String benchmark, Map<String, String> params) {
    return Arrays.stream(Workload.values())
        .filter(workload -> benchmark.equals(BENCHMARK + workload.benchmarkName()))
        .findFirst()
        .map(workload -> TrialParameters.read(workload, params));
  }

  /** Asked once for each address: there may be many cells. */
  private Optional<String> unreachable(ServerAddress.Tcp server) {
    return reached.computeIfAbsent(server, SessionPoolSupport::tryToReach);
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
