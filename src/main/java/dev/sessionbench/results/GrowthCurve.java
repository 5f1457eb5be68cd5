package dev.sessionbench.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How a pool grew in one run: step functions of time, each value holding until the next time.
 *
 * @param benchmark the method's name, full or simple
 * @param params every parameter and its value
 * @param timeMillis when something changed, in milliseconds since the start, ascending
 * @param total sessions in the pool from each time on
 * @param inUse sessions in use from each time on
 * @param waiting callers waiting for a session from each time on
 * @param waitPercentiles pairs of a percentile and the wait in milliseconds, ascending
 */
public record GrowthCurve(
    @JsonProperty(value = "benchmark", required = true) String benchmark,
    @JsonProperty(value = "params", required = true) Map<String, String> params,
    @JsonProperty(value = "timeMillis", required = true) List<Double> timeMillis,
    @JsonProperty(value = "total", required = true) List<Double> total,
    @JsonProperty(value = "inUse", required = true) List<Double> inUse,
    @JsonProperty(value = "waiting", required = true) List<Double> waiting,
    @JsonProperty(value = "waitPercentiles", required = true) List<List<Double>> waitPercentiles) {
  /** The name of the file that stands beside a result file. */
  public static final String FILE_NAME = "growth.json";

  private static final TypeReference<List<GrowthCurve>> TYPE = new TypeReference<>() {};

  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if the step functions differ in length or are not finite, time
   *     runs backwards or a percentile is not a pair
   */
  public GrowthCurve {
    params = new TreeMap<>(params);
    timeMillis = List.copyOf(timeMillis);
    total = List.copyOf(total);
    inUse = List.copyOf(inUse);
    waiting = List.copyOf(waiting);
    waitPercentiles = waitPercentiles.stream().map(List::copyOf).toList();
    int n = timeMillis.size();
    if (total.size() != n || inUse.size() != n || waiting.size() != n) {
      throw new IllegalArgumentException(
          "%s times, but %s, %s and %s values of total, inUse and waiting"
              .formatted(n, total.size(), inUse.size(), waiting.size()));
    }
    for (int i = 1; i < n; i++) {
      if (timeMillis.get(i) < timeMillis.get(i - 1)) {
        throw new IllegalArgumentException("timeMillis must not run backwards");
      }
    }
    if (Stream.of(timeMillis, total, inUse, waiting)
        .flatMap(List::stream)
        .anyMatch(value -> !Double.isFinite(value))) {
      throw new IllegalArgumentException("times and values must be finite");
    }
    if (waitPercentiles.stream().anyMatch(pair -> pair.size() != 2)) {
      throw new IllegalArgumentException("waitPercentiles must be pairs");
    }
  }

  /**
   * Reads a file.
   *
   * @param file a JSON array of curves
   * @return the curves
   * @throws ResultFileException naming file, line, column and what was expected
   */
  public static List<GrowthCurve> read(Path file) {
    return Json.read(file, TYPE);
  }

  /** What this is a curve of; the mode is always a single shot. */
  public CellKey key() {
    return CellKey.of(benchmark, "ss", params);
  }
}
