package dev.sessionbench.mock.transport;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Parks a thread until a moment. An operating system wakes it late, on a virtual machine by more
 * than 0.1 ms: a nap learns by how much and ends that much earlier. What is then still left, if
 * anything, is short enough to spin. For one thread.
 */
final class Nap {
  private static final long MAX_LEAD_NANOS = TimeUnit.MICROSECONDS.toNanos(250);
  private static final long MAX_SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(40);

  /** How many naps it takes, about, to learn another delay. */
  private static final int MEMORY = 8;

  private final LongSupplier nanoClock;
  private final Parker parker;
  private long leadNanos;

  /** How a thread is parked; for tests. */
  interface Parker {
    /**
     * Parks this thread.
     *
     * @param blocker for whoever looks at a thread dump
     * @param nanos for how long at most
     */
    void park(Object blocker, long nanos);
  }

  Nap() {
    this(System::nanoTime, LockSupport::parkNanos);
  }

  Nap(LongSupplier nanoClock, Parker parker) {
    this.nanoClock = nanoClock;
    this.parker = parker;
  }

  /**
   * Parks until a moment, or until somebody unparks the thread.
   *
   * @param blocker for whoever looks at a thread dump
   * @param deadlineNanos the moment, on the clock of {@link System#nanoTime}
   */
  void until(Object blocker, long deadlineNanos) {
    long leftNanos = deadlineNanos - nanoClock.getAsLong();
    if (leftNanos <= leadNanos) {
      // Too short to aim at. Rather a little late than spinning while others need the core.
      parker.park(blocker, leftNanos);
      return;
    }
    long wantedNanos = deadlineNanos - leadNanos;
    parker.park(blocker, leftNanos - leadNanos);
    long lateNanos = nanoClock.getAsLong() - wantedNanos;
    if (lateNanos < 0) {
      return; // unparked
    }
    leadNanos += (Math.min(lateNanos, MAX_LEAD_NANOS) - leadNanos) / MEMORY;
    if (deadlineNanos - nanoClock.getAsLong() <= MAX_SPIN_NANOS) {
      while (nanoClock.getAsLong() - deadlineNanos < 0) {
        Thread.onSpinWait();
      }
    }
  }
}
