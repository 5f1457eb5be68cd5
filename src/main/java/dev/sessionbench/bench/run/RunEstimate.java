package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.BadInput;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Estimates what is left of a run: a guess for each fork, scaled by how long the finished ones took
 * against their guesses.
 */
public final class RunEstimate {
  private static final double FORK_MILLIS = 1_500;
  private static final double INVOCATION_MILLIS = 900;

  private final KnownBenchmarks benchmarks = new KnownBenchmarks();
  private double actualMillis;
  private double guessedMillis;

  private final int measured;

  /**
   * An estimate before any fork.
   *
   * @param measured measured iterations in each fork
   */
  public RunEstimate(int measured) {
    this.measured = measured;
  }

  /**
   * Takes a finished fork into account.
   *
   * @param cell what it measured
   * @param millis how long it took
   */
  public void finished(Cell cell, long millis) {
    actualMillis += millis;
    guessedMillis += guessMillis(cell);
  }

  /**
   * The time that forks will take.
   *
   * @param cells the cell of each fork to come
   * @return the estimate in milliseconds
   */
  public long leftMillis(List<Cell> cells) {
    double guess = cells.stream().mapToDouble(this::guessMillis).sum();
    return Math.round(guessedMillis == 0 ? guess : guess * actualMillis / guessedMillis);
  }

  /** The guess for one fork of a cell, in milliseconds. */
  double guessMillis(Cell cell) {
    int warmups = Math.max(0, cell.iterations() - measured);
    return FORK_MILLIS + iterationsMillis(cell, warmups);
  }

  private double iterationsMillis(Cell cell, int warmups) {
    double unknown = cell.iterations() * INVOCATION_MILLIS;
    try {
      return benchmarks
          .of(cell.benchmark())
          .map(
              support ->
                  support.guessMillis(
                      cell.benchmark(), cell.params(), warmups, cell.iterations() - warmups))
          .orElse(OptionalDouble.empty())
          .orElse(unknown);
    } catch (IllegalArgumentException | BadInput e) {
      // A file that it reads has changed since: whoever measures it says so.
      return unknown;
    }
  }
}
