package dev.sessionbench.bench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sessionbench.base.results.Cell;

/**
 * A cell, and how often it runs.
 *
 * @param key the cell
 * @param forks JVMs to start for it, one after the other; 0 runs once in this JVM
 * @param iterations invocations in each fork, warm-up included
 */
public record PlannedCell(
    @JsonUnwrapped Cell key,
    @JsonProperty(value = "forks", required = true) int forks,
    @JsonProperty(value = "iterations", required = true) int iterations) {
  /** The same cell with the parameters that the manifest of an older version lacks. */
  PlannedCell completed() {
    return new PlannedCell(key.completed(), forks, iterations);
  }

  /** The number of runs; one if the benchmark runs in this JVM. */
  public int runs() {
    return Math.max(1, forks);
  }
}
