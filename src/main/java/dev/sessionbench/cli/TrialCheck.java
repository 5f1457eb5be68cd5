package dev.sessionbench.cli;

import dev.sessionbench.model.Transport;
import dev.sessionbench.trial.FaultOptions;
import dev.sessionbench.trial.TrialOptions;
import dev.sessionbench.trial.TrialParameters;
import dev.sessionbench.workload.Workload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Refuses cells whose parameters are no run that the session pool benchmarks can make. */
final class TrialCheck implements CellCheck {
  private static final String BENCHMARK = "dev.sessionbench.SessionPoolBenchmark.";

  private static final String FAULT_BENCHMARK = "dev.sessionbench.FaultBenchmark.";

  @Override
  public Optional<String> complaint(String benchmark, Map<String, String> params) {
    try {
      if (benchmark.startsWith(FAULT_BENCHMARK)) {
        FaultOptions.read(params);
        return Optional.empty();
      }
      return options(benchmark, params).flatMap(TrialCheck::busyPort);
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
