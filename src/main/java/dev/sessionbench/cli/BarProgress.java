package dev.sessionbench.cli;

import java.io.PrintStream;
import java.util.Locale;

/** A single line with a bar, redrawn in place, for terminals. */
final class BarProgress implements Progress {
  private static final int BAR_WIDTH = 24;
  private static final String TO_LINE_START_AND_CLEAR = "\r\u001b[K";

  private final PrintStream out;

  BarProgress(PrintStream out) {
    this.out = out;
  }

  @Override
  public void starting(int done, int total, String fork, long leftMillis) {
    draw(done, total, fork, leftMillis);
  }

  @Override
  public void finished(int done, int total, String outcome, long leftMillis) {
    draw(done, total, outcome, leftMillis);
  }

  @Override
  public void close() {
    out.print(TO_LINE_START_AND_CLEAR);
    out.flush();
  }

  private void draw(int done, int total, String text, long leftMillis) {
    int filled = total == 0 ? BAR_WIDTH : BAR_WIDTH * done / total;
    out.print(
        String.format(
            Locale.ROOT,
            "%s[%s%s] %d/%d %s, %s",
            TO_LINE_START_AND_CLEAR,
            "#".repeat(filled),
            "-".repeat(BAR_WIDTH - filled),
            done,
            total,
            text,
            RunEstimate.words(leftMillis)));
    out.flush();
  }
}
