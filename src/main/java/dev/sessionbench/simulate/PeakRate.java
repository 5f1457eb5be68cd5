package dev.sessionbench.simulate;

/** How many arrive in a second at most, the seconds counted from the start. */
final class PeakRate {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private long second;
  private long inThisSecond;
  private long most;

  /**
   * One has arrived.
   *
   * @param nanos when, in nanoseconds since the start; no earlier than the one before
   */
  void arrived(long nanos) {
    long now = nanos / NANOS_PER_SECOND;
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
