package dev.sessionbench.report;

import dev.sessionbench.model.PoolShape;
import dev.sessionbench.results.CellKey;
import dev.sessionbench.text.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One row of the table published in 2020 with java-spanner pull request 134.
 *
 * @param benchmark the method's name
 * @param incStep the pool's increment
 * @param millis the published score in milliseconds
 * @param rpcs the published number of BatchCreateSessions RPCs
 */
public record PublishedResult(String benchmark, String incStep, double millis, long rpcs) {
  private static final Map<String, String> PUBLISHED_SHAPE =
      Map.of("minSessions", "100", "maxSessions", "400", "numChannels", "4");

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
   * The row that was measured with the parameters of a cell.
   *
   * @param key the cell
   * @return the row; nothing where the original has none for that benchmark and pool
   */
  public static Optional<PublishedResult> of(CellKey key) {
    boolean samePool =
        PUBLISHED_SHAPE.entrySet().stream()
            .allMatch(
                e -> e.getValue().equals(key.params().getOrDefault(e.getKey(), e.getValue())));
    return all().stream()
        .filter(row -> samePool && row.benchmark.equals(key.method()))
        .filter(row -> row.incStep.equals(key.params().get(PoolShape.INC_STEP)))
        .findFirst();
  }

  /**
   * The column of what was published.
   *
   * @param figure what it shows of a row
   * @param none what stands there where the original has no such row
   * @return the column
   */
  public static ResultTable.Column column(Function<PublishedResult, String> figure, String none) {
    return new ResultTable.Column(
        "Published (2020)", result -> of(result.key()).map(figure).orElse(none));
  }
}
