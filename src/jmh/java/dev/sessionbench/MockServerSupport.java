package dev.sessionbench;

import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.bench.run.BenchmarkSupport;
import dev.sessionbench.rawload.ServerKind;
import java.util.List;
import java.util.Map;

/** Refuses cells whose parameters the benchmarks of the mock server cannot run. */
public final class MockServerSupport implements BenchmarkSupport {
  private static final String BENCHMARKS = "dev.sessionbench.MockServer";

  /** For the service loader. */
  public MockServerSupport() {}

  @Override
  public String benchmarks() {
    return BENCHMARKS;
  }

  @Override
  public void check(String benchmark, Map<String, String> params) {
    for (Parameter<?> parameter : List.of(ServerKind.SERVER, ServerKind.TRANSPORT)) {
      var unused = parameter.read(params.getOrDefault(parameter.name(), parameter.standardText()));
    }
  }
}
