package dev.sessionbench.bench.load;

import org.HdrHistogram.Histogram;

/** Sums up the operations of a load without keeping each one. */
public final class Recording {
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram waits = new Histogram(SIGNIFICANT_DIGITS);
  private final int timeScale;
  private long ended;
  private long failed;

  /** An empty recording of a load whose times have been multiplied by a scale. */
  public Recording(int timeScale) {
    this.timeScale = timeScale;
  }

  /** An operation has ended. */
  public void add(OperationTimes times) {
    // Operations that failed count too: they waited just as long.
    waits.recordValue(times.waitNanos() / timeScale);
    ended++;
    failed += times.failed() ? 1 : 0;
  }

  /** How long operations waited for a session or a refusal, in unscaled nanoseconds. */
  public Histogram waits() {
    return waits;
  }

  /** Operations that have ended, including those that failed. */
  public long ended() {
    return ended;
  }

  /** Operations that failed. */
  public long failed() {
    return failed;
  }
}
