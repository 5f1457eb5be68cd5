package dev.sessionbench.cli;

import java.io.PrintStream;
import java.util.Locale;

/** One plain line for each finished fork, for logs. */
final class LineProgress implements Progress {
  private final PrintStream out;

  LineProgress(PrintStream out) {
    this.out = out;
  }

  @Override
  public void starting(int done, int total, String fork, long leftMillis) {
    // A line for each start would only double the log.
  }

  @Override
  public void finished(int done, int total, String outcome, long leftMillis) {
    out.print(
        String.format(
            Locale.ROOT, "[%d/%d] %s, %s\n", done, total, outcome, RunEstimate.words(leftMillis)));
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }
}
