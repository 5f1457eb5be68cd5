package dev.sessionbench.cli;

import dev.sessionbench.rawload.ServerParameters;
import java.util.Map;
import java.util.Optional;

/** Refuses cells whose parameters the benchmarks of the mock server cannot run. */
final class RawLoadCheck implements CellCheck {
  private static final String BENCHMARKS = "dev.sessionbench.MockServer";

  @Override
  public Optional<String> complaint(String benchmark, Map<String, String> params) {
    if (!benchmark.startsWith(BENCHMARKS)) {
      return Optional.empty();
    }
    try {
      ServerParameters.read(params);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
