package dev.sessionbench.gate.run;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Adds work to a patched client, in the caller's thread, and records how much was added. It runs on
 * the client's class path, so it uses no other class of this project.
 */
public final class Burden {
  /**
   * A tenth of the client's allocation for an operation of burstRead at step 25, in bytes: 63 MB
   * for 3,200 in results/baseline.
   */
  static final int BYTES = 2_000;

  /** A fifth of the client's CPU time for such an operation: 620 ms for 3,200. */
  static final long COMPUTING_NANOS = 40_000;

  /** One call in this many is slow. */
  static final int SELDOM = 50;

  private static final AtomicLong CALLS = new AtomicLong();
  private static final AtomicLong ALLOCATED_BYTES = new AtomicLong();
  private static final AtomicLong COMPUTED_NANOS = new AtomicLong();
  private static final AtomicLong SLEPT_NANOS = new AtomicLong();

  private static final AtomicLong RELEASES = new AtomicLong();

  private Burden() {}

  /** The bytes allocated so far. */
  public static long allocatedBytes() {
    return ALLOCATED_BYTES.get();
  }

  /** The least time for which a core was kept busy so far, in nanoseconds. */
  public static long computedNanos() {
    return COMPUTED_NANOS.get();
  }

  /** The least time for which callers slept so far, in nanoseconds. */
  public static long sleptNanos() {
    return SLEPT_NANOS.get();
  }

  public static void sleepTwoMillis() {
    sleep(2_000_000);
  }

  public static void sleepFiveMillis() {
    sleep(5_000_000);
  }

  /** Sleeps for 20 ms the first time and every fiftieth after it. */
  public static void seldomSleepTwentyMillis() {
    if (CALLS.getAndIncrement() % SELDOM == 0) {
      sleep(20_000_000);
    }
  }

  /** Whether this release is the one in two hundred that does nothing. */
  public static boolean isLost() {
    return RELEASES.incrementAndGet() % 200 == 0;
  }

  private static void sleep(long nanos) {
    long end = System.nanoTime() + nanos;
    // A thread may be woken early.
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    SLEPT_NANOS.addAndGet(nanos);
  }

  /**
   * Allocates. A native method reads the array, so that the compiler cannot remove the allocation.
   */
  public static void allocate() {
    if (Thread.holdsLock(new byte[BYTES])) {
      throw new AssertionError("nobody else knows it");
    }
    ALLOCATED_BYTES.addAndGet(BYTES);
  }

  public static void compute() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < COMPUTING_NANOS) {
      Thread.onSpinWait();
    }
    COMPUTED_NANOS.addAndGet(COMPUTING_NANOS);
  }
}
