package dev.sessionbench.lab.simulate;

import java.util.concurrent.TimeUnit;

/** How many arrive in a second at most, the seconds counted from the start. */
final class PeakRate {

  private long second;
  private long inThisSecond;
  private long most;

  /**
   * One has arrived.
   *
   * @param nanos when, in nanoseconds since the start; no earlier than the one before
   */
  void arrived(long nanos) {
    long now = TimeUnit.NANOSECONDS.toSeconds(nanos);
    if (now != second) {
      second = now;
      inThisSecond = 0;
    }
    inThisSecond++;
    most = Math.max(most, inThisSecond);
  }

  /** The most that have arrived in one second. */
  long most() {
    return most;
  }
}
