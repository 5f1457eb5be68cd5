package dev.sessionbench.base.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One object of a JMH result file: the keys of JMH 1.37, and two of this project, which other tools
 * ignore.
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
 * @param params the parameters; null, never empty, if the benchmark has no parameters
 * @param primaryMetric the metric that the mode measures
 * @param secondaryMetrics the metrics of profilers and counters, by name
 * @param environment where the result was made; null in files that JMH itself wrote
 * @param forkConditions the circumstances of each fork; null in files that JMH itself wrote
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CellResult(
    String jmhVersion,
    String benchmark,
    String mode,
    int threads,
    int forks,
    String jvm,
    List<String> jvmArgs,
    String jdkVersion,
    String vmName,
    String vmVersion,
    int warmupIterations,
    String warmupTime,
    int warmupBatchSize,
    int measurementIterations,
    String measurementTime,
    int measurementBatchSize,
    @Nullable Map<String, String> params,
    Metric primaryMetric,
    Map<String, Metric> secondaryMetrics,
    @Nullable Environment environment,
    @Nullable List<ForkConditions> forkConditions)
    implements CellResultBuilder.With {
  /** The name of the primary metric among the others. */
  public static final String SCORE = "score";

  /** The client version in results of virtual time. */
  public static final String SIMULATED = "simulated";

  /** JMH's short labels of average time, sampling and single shots. */
  private static final Set<String> TIME_MODES = Set.of("avgt", "sample", "ss");

  /** Copies the collections, keeping their order. */
  public CellResult {
    params = params == null || params.isEmpty() ? null : new LinkedHashMap<>(params);
    secondaryMetrics = new LinkedHashMap<>(secondaryMetrics);
    forkConditions =
        forkConditions == null || forkConditions.isEmpty() ? null : List.copyOf(forkConditions);
  }

  /** The key of results in one file: the cell and the client that it ran. */
  Map.Entry<Cell, String> cellAndClient() {
    return Map.entry(key(), clientVersion());
  }

  /** The cell that this result measures. */
  public Cell key() {
    return new Cell(benchmark, mode, params == null ? Map.of() : params);
  }

  /** The client's version; {@link Environment#UNKNOWN} if it was not recorded. */
  public String clientVersion() {
    return environment == null ? Environment.UNKNOWN : environment.clientVersion();
  }

  /** Whether the result comes from virtual time, with no client and no machine. */
  public boolean isSimulated() {
    return clientVersion().equals(SIMULATED);
  }

  /**
   * The environments of its forks, the first fork's first; empty for files that JMH itself wrote.
   */
  public Stream<Environment> environments() {
    return environment == null
        ? Stream.empty()
        : Stream.concat(Stream.of(environment), environment.others().stream());
  }

  /** The circumstances of its forks; empty for files that JMH itself wrote. */
  public Stream<ForkConditions> conditions() {
    return Stream.ofNullable(forkConditions).flatMap(List::stream);
  }

  /**
   * Finds a metric by name.
   *
   * @param name a secondary metric's, or {@value #SCORE}
   * @return the metric; empty if there is no such metric
   */
  public Optional<Metric> metric(String name) {
    return name.equals(SCORE)
        ? Optional.of(primaryMetric)
        : Optional.ofNullable(secondaryMetrics.get(name));
  }

  /** Whether its mode measures time per operation, for which less is better. */
  public boolean measuresTime() {
    return TIME_MODES.contains(mode);
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
    return withSecondaryMetrics(others);
  }
}
