package dev.sessionbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One object of a JMH result file: the keys of JMH 1.37, and two of ours that other tools ignore.
 *
 * @param jmhVersion the version of JMH
 * @param benchmark the method's full name
 * @param mode JMH's short label of the mode
 * @param threads the threads that called the benchmark
 * @param forks the forks behind the metrics
 * @param jvm the path of the Java launcher
 * @param jvmArgs the forks' JVM arguments
 * @param jdkVersion the forks' Java version
 * @param vmName the forks' virtual machine
 * @param vmVersion its version
 * @param warmupIterations iterations before the measured ones, in each fork
 * @param warmupTime the length of each, for example {@code 10 s}
 * @param warmupBatchSize invocations in each
 * @param measurementIterations measured iterations in each fork
 * @param measurementTime the length of each
 * @param measurementBatchSize invocations in each
 * @param params the parameters; nothing where the benchmark has none
 * @param primaryMetric what the mode measures
 * @param secondaryMetrics what profilers and counters added, by name
 * @param environment where the result was made; nothing in files that JMH itself wrote
 * @param forkConditions the circumstances of each fork; nothing in files that JMH itself wrote
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({
  "jmhVersion",
  "benchmark",
  "mode",
  "threads",
  "forks",
  "jvm",
  "jvmArgs",
  "jdkVersion",
  "vmName",
  "vmVersion",
  "warmupIterations",
  "warmupTime",
  "warmupBatchSize",
  "measurementIterations",
  "measurementTime",
  "measurementBatchSize",
  "params",
  "primaryMetric",
  "secondaryMetrics",
  "environment",
  "forkConditions"
})
public record CellResult(
    @JsonProperty(value = "jmhVersion", required = true) String jmhVersion,
    @JsonProperty(value = "benchmark", required = true) String benchmark,
    @JsonProperty(value = "mode", required = true) String mode,
    @JsonProperty(value = "threads", required = true) int threads,
    @JsonProperty(value = "forks", required = true) int forks,
    @JsonProperty(value = "jvm", required = true) String jvm,
    @JsonProperty(value = "jvmArgs", required = true) List<String> jvmArgs,
    @JsonProperty(value = "jdkVersion", required = true) String jdkVersion,
    @JsonProperty(value = "vmName", required = true) String vmName,
    @JsonProperty(value = "vmVersion", required = true) String vmVersion,
    @JsonProperty(value = "warmupIterations", required = true) int warmupIterations,
    @JsonProperty(value = "warmupTime", required = true) String warmupTime,
    @JsonProperty(value = "warmupBatchSize", required = true) int warmupBatchSize,
    @JsonProperty(value = "measurementIterations", required = true) int measurementIterations,
    @JsonProperty(value = "measurementTime", required = true) String measurementTime,
    @JsonProperty(value = "measurementBatchSize", required = true) int measurementBatchSize,
    @JsonProperty("params") @Nullable Map<String, String> params,
    @JsonProperty(value = "primaryMetric", required = true) Metric primaryMetric,
    @JsonProperty(value = "secondaryMetrics", required = true) Map<String, Metric> secondaryMetrics,
    @JsonProperty("environment") @Nullable Environment environment,
    @JsonProperty("forkConditions") @Nullable List<ForkConditions> forkConditions) {
  /** Copies the collections, keeping their order. */
  public CellResult {
    jvmArgs = List.copyOf(jvmArgs);
    params = params == null ? null : new LinkedHashMap<>(params);
    secondaryMetrics = new LinkedHashMap<>(secondaryMetrics);
    forkConditions = forkConditions == null ? null : List.copyOf(forkConditions);
  }

  /** What this result is a measurement of. */
  public CellKey key() {
    return CellKey.of(benchmark, mode, params == null ? Map.of() : params);
  }

  /**
   * This result with what JMH does not record.
   *
   * @param where the environment
   * @param conditions the circumstances of each fork
   * @return a new result
   */
  public CellResult with(Environment where, List<ForkConditions> conditions) {
    return with(forks, primaryMetric, secondaryMetrics, where, conditions);
  }

  /**
   * This result without one of its secondary metrics.
   *
   * @param metric the metric's name; need not be there
   * @return a new result
   */
  public CellResult without(String metric) {
    Map<String, Metric> others = new LinkedHashMap<>(secondaryMetrics);
    others.remove(metric);
    return with(forks, primaryMetric, others, environment, forkConditions);
  }

  /**
   * This result with other parameters.
   *
   * @param other every parameter and its value
   * @return a new result
   */
  public CellResult withParams(Map<String, String> other) {
    return new CellResult(
        jmhVersion,
        benchmark,
        mode,
        threads,
        forks,
        jvm,
        jvmArgs,
        jdkVersion,
        vmName,
        vmVersion,
        warmupIterations,
        warmupTime,
        warmupBatchSize,
        measurementIterations,
        measurementTime,
        measurementBatchSize,
        other.isEmpty() ? null : other,
        primaryMetric,
        secondaryMetrics,
        environment,
        forkConditions);
  }

  /** This result with other forks and what they measured. */
  CellResult with(
      int otherForks,
      Metric primary,
      Map<String, Metric> secondary,
      @Nullable Environment where,
      @Nullable List<ForkConditions> conditions) {
    return new CellResult(
        jmhVersion,
        benchmark,
        mode,
        threads,
        otherForks,
        jvm,
        jvmArgs,
        jdkVersion,
        vmName,
        vmVersion,
        warmupIterations,
        warmupTime,
        warmupBatchSize,
        measurementIterations,
        measurementTime,
        measurementBatchSize,
        params,
        primary,
        secondary,
        where,
        conditions);
  }
}
