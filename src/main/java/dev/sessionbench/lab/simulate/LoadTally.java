package dev.sessionbench.lab.simulate;

import dev.sessionbench.bench.load.OperationTimes;
import org.HdrHistogram.Histogram;

/** What came of the operations of a load, without keeping them. */
final class LoadTally {
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram waits = new Histogram(SIGNIFICANT_DIGITS);
  private final int timeScale;
  private long ended;
  private long failed;
  private long lastNanos;

  LoadTally(int timeScale) {
    this.timeScale = timeScale;
  }

  void add(OperationTimes times, long nowNanos) {
    // As of a measured load, those that failed too: their wait was no shorter.
    waits.recordValue(times.waitNanos() / timeScale);
    ended++;
    failed += times.failed() ? 1 : 0;
    lastNanos = nowNanos;
  }

  Histogram waits() {
    return waits;
  }

  long ended() {
    return ended;
  }

  long failed() {
    return failed;
  }

  /** When the last operation ended. */
  long lastNanos() {
    return lastNanos;
  }
}
