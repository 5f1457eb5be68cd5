package dev.sessionbench.report;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.bench.trial.TrialParameters;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One row of the table published in 2020 with java-spanner pull request 134.
 *
 * @param benchmark the method's name
 * @param step the pool's increment
 * @param millis the published score in milliseconds
 * @param rpcs the published number of BatchCreateSessions RPCs
 */
public record PublishedResult(String benchmark, String step, double millis, long rpcs) {
  private static final String BENCHMARK = "SessionPoolBenchmark.";

  /** Parameters that do not change what is measured, or that are compared separately. */
  private static final Set<String> ANY =
      Set.of(
          PoolShape.INC_STEP,
          "timeScale",
          "seed",
          "port",
          ParameterValues.FILE,
          ParameterValues.CLIENT_VERSION);

  /** All published rows. */
  public static List<PublishedResult> all() {
    return Resource.text(PublishedResult.class, "pr134.csv")
        .lines()
        .skip(1)
        .map(line -> line.split(",", -1))
        .map(f -> new PublishedResult(f[0], f[1], Double.parseDouble(f[2]), Long.parseLong(f[3])))
        .toList();
  }

  /**
   * The published row with the parameters of a cell.
   *
   * @param key the cell
   * @return the row; empty if the original lacks that benchmark and pool, or had another value of
   *     another parameter
   */
  public static Optional<PublishedResult> of(Cell key) {
    boolean same =
        key.params().entrySet().stream()
            .allMatch(
                param ->
                    ANY.contains(param.getKey())
                        || TrialParameters.isStandard(param.getKey(), param.getValue()));
    return all().stream()
        .filter(row -> same && key.classAndMethod().equals(BENCHMARK + row.benchmark))
        .filter(row -> row.step.equals(key.params().get(PoolShape.INC_STEP)))
        .findFirst();
  }
}
