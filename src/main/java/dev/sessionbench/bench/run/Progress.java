package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.BadInput;
import java.io.Console;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Shows the progress of a run: a bar on a terminal, a line for each finished fork in a log. It is
 * called only between forks, because a thread that redraws would disturb the measurement.
 *
 * @param out where it prints
 * @param watched whether it prints to a terminal
 */
record Progress(PrintStream out, boolean watched) {
  private static final int BAR_WIDTH = 24;
  private static final String TO_LINE_START_AND_CLEAR = "\r\u001b[K";

  /**
   * A fork is about to start.
   *
   * @param done forks finished or skipped
   * @param total all forks
   * @param fork the starting fork, for example {@code burstRead fork 2/3}
   * @param leftMillis the estimated time to the end
   */
  void starting(int done, int total, String fork, long leftMillis) {
    // In a log, a line for each start would only double it.
    if (watched) {
      finished(done, total, fork, leftMillis);
    }
  }

  /**
   * A fork has finished or failed.
   *
   * @param done forks finished or skipped, this one included
   * @param total all forks
   * @param outcome the fork and its result
   * @param leftMillis the estimated time to the end
   */
  void finished(int done, int total, String outcome, long leftMillis) {
    int filled = total == 0 ? BAR_WIDTH : BAR_WIDTH * done / total;
    String text = "%d/%d".formatted(done, total);
    out.print(
        watched
            ? "%s[%s%s] %s %s, %s"
                .formatted(
                    TO_LINE_START_AND_CLEAR,
                    "#".repeat(filled),
                    "-".repeat(BAR_WIDTH - filled),
                    text,
                    outcome,
                    words(leftMillis))
            : "[%s] %s, %s\n".formatted(text, outcome, words(leftMillis)));
  }

  /** Ends the progress. */
  void close() {
    out.print(watched ? TO_LINE_START_AND_CLEAR : "");
  }

  /**
   * The remaining time as text.
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
    return String.format(
        Locale.ROOT, "about %s%d s left", minutes > 0 ? minutes + " min " : "", seconds % 60);
  }

  /** Whether standard input and output are a terminal. */
  // Null up to JDK 21; the code below asks later JDKs.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isInteractive() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // From JDK 22 on there is a console even without a terminal.
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /**
   * Estimates the remaining time of a run. It scales the estimate of each fork by the ratio of
   * actual to estimated time of the finished ones.
   */
  public static final class RunEstimate {
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
    public RunEstimate(int measured) {
      this.measured = measured;
    }

    /**
     * Takes a finished fork into account.
     *
     * @param cell the cell that it measured
     * @param millis how long it took
     */
    public void finished(PlannedCell cell, long millis) {
      actualMillis += millis;
      guessedMillis += guessMillis(cell);
    }

    /**
     * The time that forks will take.
     *
     * @param cells the cell of each fork to come
     * @return the estimate in milliseconds
     */
    public long leftMillis(List<PlannedCell> cells) {
      double guess = cells.stream().mapToDouble(this::guessMillis).sum();
      return Math.round(guessedMillis == 0 ? guess : guess * actualMillis / guessedMillis);
    }

    /** The estimate for one fork of a cell, in milliseconds. */
    double guessMillis(PlannedCell cell) {
      int warmups = Math.max(0, cell.iterations() - measured);
      return FORK_MILLIS + iterationsMillis(cell, warmups);
    }

    private double iterationsMillis(PlannedCell cell, int warmups) {
      double unknown = cell.iterations() * INVOCATION_MILLIS;
      try {
        return BenchmarkSupport.of(cell.key().benchmark())
            .guessMillis(
                cell.key().benchmark(), cell.key().params(), warmups, cell.iterations() - warmups)
            .orElse(unknown);
      } catch (IllegalArgumentException | BadInput e) {
        // A file of the cell has changed; its fork will report that.
        return unknown;
      }
    }
  }
}
