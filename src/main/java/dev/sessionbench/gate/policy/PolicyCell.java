package dev.sessionbench.gate.policy;

import dev.sessionbench.base.model.Key;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One benchmark with its parameters and its gated metrics.
 *
 * @param benchmark the method's name, with or without its class and package
 * @param params the parameters that the policy sets; a side may set others
 * @param compilers the JVM compilers that its forks use
 * @param cores the cores of the machine that its forks may use
 * @param warmups unmeasured runs in each fork, at least 0
 * @param iterations measured runs in each fork, at least 1; an {@link Estimate} makes one value of
 *     them
 * @param gated the names of the measured metrics that decide; without any the cell is counted and
 *     not timed
 * @param margins equivalence margins of this cell, by metric; other metrics use their own margins
 * @param estimates estimates of this cell, by metric; other metrics use their own estimates
 */
public record PolicyCell(
    @Key String benchmark,
    @Key(range = "any") Map<String, String> params,
    @Key(or = "first") Compilers compilers,
    @Key(or = "all") Cores cores,
    @Key(range = "[0, )") int warmups,
    @Key(range = "[1, )") int iterations,
    @Key List<String> gated,
    @Key(range = "(0, 1)", or = "{}") Map<String, Double> margins,
    @Key(or = "{}") Map<String, Estimate> estimates) {
  /** The compilers of a fork's JVM. */
  public enum Compilers {
    /** Only the first compiler, as the benchmark sets it. This disturbs times least. */
    FIRST,
    /** The JVM's default compilers. They give the CPU time and allocation that users see. */
    DEFAULT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The cores that a fork may use. */
  public enum Cores {
    /** All that the gate may use. */
    ALL,
    /**
     * One. Where one caller waits for each answer, its thread and those that answer then take turns
     * on a core. On several, how soon a core wakes up decides how long that takes.
     */
    ONE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the key, its value and what would be right
   */
  public PolicyCell {
    requireGated(gated, "margins", margins);
    requireGated(gated, "estimates", estimates);
    Policy.require(
        benchmark.matches("[A-Za-z_$][\\w$.]*"), "benchmark", benchmark, "a method's name");
    Policy.require(
        !params.containsKey("seed"), "params", "seed", "another: each block has a seed of its own");
  }

  private static void requireGated(List<String> gated, String key, Map<String, ?> byMetric) {
    for (String metric : byMetric.keySet()) {
      Policy.require(gated.contains(metric), key, metric, "one of this cell's gated metrics");
    }
  }

  /** Its unique name, such as {@code burstRead transport=tcp}. */
  public String name() {
    StringBuilder name = new StringBuilder(benchmark.substring(benchmark.lastIndexOf('.') + 1));
    params.forEach((key, value) -> name.append(' ').append(key).append('=').append(value));
    return compilers == Compilers.FIRST ? name.toString() : name + " compilers=default";
  }

  /** Its name as a part of file names. */
  public String slug() {
    return name().replaceAll("[^A-Za-z0-9.=]+", "-");
  }

  /** Whether its times are measured. */
  public boolean isTimed() {
    return !gated.isEmpty();
  }
}
