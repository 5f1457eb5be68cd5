package dev.sessionbench.gate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One benchmark with its parameters, and what of it decides.
 *
 * @param benchmark the method's name, with or without its class and package
 * @param params the parameters that are set; an arm may set others
 * @param warmups unmeasured runs in each fork, at least 0
 * @param iterations measured runs in each fork, at least 1; the fork's value is their median
 * @param gated the names of the measured metrics that decide; without any the cell is counted, but
 *     not timed
 * @param bands bands of this cell alone, by metric; nothing where the metric's own serve
 */
public record PolicyCell(
    String benchmark,
    Map<String, String> params,
    int warmups,
    int iterations,
    List<String> gated,
    @Nullable Map<String, Double> bands) {
  /**
   * Copies the collections and checks the ranges.
   *
   * @throws IllegalArgumentException naming the key, its value and what would be right
   */
  public PolicyCell {
    params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
    gated = List.copyOf(gated);
    bands = bands == null ? Map.of() : Map.copyOf(bands);
    for (Map.Entry<String, Double> own : bands.entrySet()) {
      PolicyChecks.require(
          gated.contains(own.getKey()), "bands", own.getKey(), "one of this cell's gated metrics");
      PolicyChecks.require(
          own.getValue() > 0 && own.getValue() < 1,
          "bands: " + own.getKey(),
          own.getValue(),
          "0 to 1");
    }
    PolicyChecks.require(
        benchmark.matches("[A-Za-z_$][\\w$.]*"), "benchmark", benchmark, "a method's name");
    PolicyChecks.require(warmups >= 0, "warmups", warmups, "at least 0");
    PolicyChecks.require(iterations >= 1, "iterations", iterations, "at least 1");
    PolicyChecks.require(
        !params.containsKey("seed"), "params", "seed", "another: each block has a seed of its own");
  }

  /** The method's name and the parameters, as in {@code burstRead incStep=25}. */
  public String name() {
    StringBuilder name = new StringBuilder(benchmark.substring(benchmark.lastIndexOf('.') + 1));
    params.forEach((key, value) -> name.append(' ').append(key).append('=').append(value));
    return name.toString();
  }

  /** Whether its times are measured. */
  public boolean isTimed() {
    return !gated.isEmpty();
  }

  /** This cell's own band of a metric; the given one where it has none. */
  double band(String metric, double otherwise) {
    return bands == null ? otherwise : bands.getOrDefault(metric, otherwise);
  }
}
