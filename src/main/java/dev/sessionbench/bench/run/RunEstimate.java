package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.text.Numbers;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Estimates the remaining time of a run. It scales the estimate of each fork by the ratio of actual
 * to estimated time of the finished ones.
 */
final class RunEstimate {
  private static final double FORK_MILLIS = 1_500;
  private static final double INVOCATION_MILLIS = 900;

  private double actualMillis;
  private double guessedMillis;

  private final int measured;

  /**
   * An estimate before any fork.
   *
   * @param measured measured iterations in each fork
   */
  RunEstimate(int measured) {
    this.measured = measured;
  }

  /**
   * Takes a finished fork into account.
   *
   * @param cell the cell that it measured
   * @param millis how long it took
   */
  void finished(PlannedCell cell, long millis) {
    actualMillis += millis;
    guessedMillis += guessMillis(cell);
  }

  /**
   * The time that forks will take.
   *
   * @param cells the cell of each fork to come
   * @return the estimate in milliseconds
   */
  long leftMillis(List<PlannedCell> cells) {
    double guess = cells.stream().mapToDouble(this::guessMillis).sum();
    return Math.round(guessedMillis == 0 ? guess : guess * actualMillis / guessedMillis);
  }

  /** The estimate for one fork of a cell, in milliseconds. */
  double guessMillis(PlannedCell cell) {
    int warmups = Math.max(0, cell.iterations() - measured);
    String benchmark = cell.key().benchmark();
    OptionalDouble known;
    try {
      known =
          BenchmarkSupport.of(benchmark)
              .guessMillis(benchmark, cell.key().params(), warmups, cell.iterations() - warmups);
    } catch (IllegalArgumentException | BadInput e) {
      // A file of the cell has changed; its fork will report that.
      known = OptionalDouble.empty();
    }
    return FORK_MILLIS + known.orElse(cell.iterations() * INVOCATION_MILLIS);
  }

  /**
   * The remaining time as text.
   *
   * @param millis the time in milliseconds
   * @return for example {@code about 3 min 20 s left}
   */
  static String describe(long millis) {
    return "about %s left".formatted(Numbers.duration(Math.round(millis / 1000.0)));
  }
}
