package dev.sessionbench.cli;

import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.trial.TrialOptions;
import dev.sessionbench.workload.WorkloadOptions;
import java.util.Locale;

/**
 * Estimates what is left of a run: a guess for each fork, scaled by how long the finished ones took
 * against their guesses.
 */
final class RunEstimate {
  private static final double FORK_MILLIS = 1_500;
  private static final double INVOCATION_MILLIS = 900;
  private static final double GROWTH_STEP_MILLIS =
      LatencyProfile.original().time(Rpc.BATCH_CREATE_SESSIONS).meanNanos() / 1e6;
  private static final double STEADY_MILLIS = 100;

  private double actualMillis;
  private double guessedMillis;

  /**
   * Takes a finished fork into account.
   *
   * @param cell what it measured
   * @param millis how long it took
   */
  void finished(Cell cell, long millis) {
    actualMillis += millis;
    guessedMillis += guessMillis(cell);
  }

  /**
   * The time that forks will take.
   *
   * @param cells the cell of each fork to come
   * @return the estimate in milliseconds
   */
  long leftMillis(Iterable<Cell> cells) {
    double guess = 0;
    for (Cell cell : cells) {
      guess += guessMillis(cell);
    }
    return Math.round(guessedMillis == 0 ? guess : guess * actualMillis / guessedMillis);
  }

  /** The guess for one fork of a cell, in milliseconds. */
  static double guessMillis(Cell cell) {
    double invocation =
        TrialCheck.options(cell.benchmark(), cell.params())
            .map(trial -> trial.size().timeScale() * invocationMillis(trial))
            .orElse(INVOCATION_MILLIS);
    return FORK_MILLIS + cell.iterations() * invocation;
  }

  private static double invocationMillis(TrialOptions trial) {
    return trial.workload().growsByClosedForm()
        ? STEADY_MILLIS + growthMillis(trial.size())
        : INVOCATION_MILLIS;
  }

  private static double growthMillis(WorkloadOptions size) {
    return GROWTH_STEP_MILLIS * size.shape().growthSteps(size.peakDemand());
  }

  /**
   * A time to the end in words.
   *
   * @param millis the time in milliseconds
   * @return for example {@code about 3 min 20 s left}
   */
  static String words(long millis) {
    long seconds = Math.round(millis / 1000.0);
    long minutes = seconds / 60;
    if (minutes >= 60) {
      return String.format(Locale.ROOT, "about %d h %d min left", minutes / 60, minutes % 60);
    }
    if (minutes > 0) {
      return String.format(Locale.ROOT, "about %d min %d s left", minutes, seconds % 60);
    }
    return String.format(Locale.ROOT, "about %d s left", seconds);
  }
}
