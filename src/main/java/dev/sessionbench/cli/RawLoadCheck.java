package dev.sessionbench.cli;

import dev.sessionbench.rawload.ServerKind;
import dev.sessionbench.rawload.ServerParameters;
import java.util.Map;
import java.util.Optional;

/** Refuses cells whose parameters the benchmarks of the mock server cannot run. */
final class RawLoadCheck implements CellCheck {
  private static final String BENCHMARKS = "dev.sessionbench.MockServer";
  private static final String DELAYS = "dev.sessionbench.MockServerDelayBenchmark.";

  @Override
  public Optional<String> complaint(String benchmark, Map<String, String> params) {
    if (!benchmark.startsWith(BENCHMARKS)) {
      return Optional.empty();
    }
    try {
      ServerParameters parameters = ServerParameters.read(params);
      return benchmark.startsWith(DELAYS) && parameters.kind() == ServerKind.CONSTANT
          ? Optional.of("server=constant: must be ours or theirs, as it takes no simulated time")
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
