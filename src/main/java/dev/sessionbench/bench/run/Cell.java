package dev.sessionbench.bench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sessionbench.base.results.CellKey;
import java.util.Map;

/**
 * One benchmark with one combination of parameters, and how often it runs.
 *
 * @param benchmark the method's full name
 * @param mode JMH's short label of the mode
 * @param params every parameter and its value
 * @param forks JVMs to start for it, one after the other; 0 runs once in this JVM
 * @param iterations invocations in each fork, warm-up included
 */
public record Cell(
    @JsonProperty(value = "benchmark", required = true) String benchmark,
    @JsonProperty(value = "mode", required = true) String mode,
    @JsonProperty(value = "params", required = true) Map<String, String> params,
    @JsonProperty(value = "forks", required = true) int forks,
    @JsonProperty(value = "iterations", required = true) int iterations) {
  /** What tells it from other cells. */
  public CellKey key() {
    return new CellKey(benchmark, mode, params);
  }

  /** The number of runs: one even where the benchmark runs in this JVM. */
  public int runs() {
    return Math.max(1, forks);
  }
}
