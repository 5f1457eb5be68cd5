package dev.sessionbench;

import dev.sessionbench.rawload.ServerParameters;
import dev.sessionbench.run.BenchmarkSupport;
import java.util.Map;
import java.util.Optional;

/** Refuses cells whose parameters the benchmarks of the mock server cannot run. */
public final class MockServerSupport implements BenchmarkSupport {
  private static final String BENCHMARKS = "dev.sessionbench.MockServer";

  /** For the service loader. */
  public MockServerSupport() {}

  @Override
  public boolean covers(String benchmark) {
    return benchmark.startsWith(BENCHMARKS);
  }

  @Override
  public Optional<String> complaint(String benchmark, Map<String, String> params) {
    try {
      ServerParameters.read(params);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
