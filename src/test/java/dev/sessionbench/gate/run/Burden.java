package dev.sessionbench.gate.run;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What a patched client does besides, in the client's own thread, and how much of it was done so
 * far. It is called from the client's class path and so uses nothing of this project.
 */
public final class Burden {
  /**
   * A tenth of what the client allocates for an operation of burstRead at step 25: 63 MB for 3,200
   * in results/baseline.
   */
  static final int BYTES = 2_000;

  /** A fifth of the CPU time that the client takes for such an operation: 620 ms for 3,200. */
  static final long COMPUTING_NANOS = 40_000;

  /** One in so many is slow. */
  static final int SELDOM = 50;

  private static final AtomicLong CALLS = new AtomicLong();
  private static final AtomicLong ALLOCATED_BYTES = new AtomicLong();
  private static final AtomicLong COMPUTED_NANOS = new AtomicLong();
  private static final AtomicLong SLEPT_NANOS = new AtomicLong();

  private static final AtomicLong RELEASES = new AtomicLong();

  private Burden() {}

  /** The bytes that were allocated besides. */
  public static long allocatedBytes() {
    return ALLOCATED_BYTES.get();
  }

  /** For how long a core was kept busy at least. */
  public static long computedNanos() {
    return COMPUTED_NANOS.get();
  }

  /** For how long callers slept at least. */
  public static long sleptNanos() {
    return SLEPT_NANOS.get();
  }

  /** Sleeps for 2 ms. */
  public static void sleepTwoMillis() {
    sleep(2_000_000);
  }

  /** Sleeps for 5 ms. */
  public static void sleepFiveMillis() {
    sleep(5_000_000);
  }

  /** Sleeps for 20 ms the first time and every fiftieth after it. */
  public static void seldomSleepTwentyMillis() {
    if (CALLS.getAndIncrement() % SELDOM == 0) {
      sleep(20_000_000);
    }
  }

  /** Whether this release is one of two hundred that do nothing. */
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

  /** Allocates; that a native method looks at it keeps the compiler from leaving it out. */
  public static void allocate() {
    if (Thread.holdsLock(new byte[BYTES])) {
      throw new AssertionError("nobody else knows it");
    }
    ALLOCATED_BYTES.addAndGet(BYTES);
  }

  /** Keeps a core busy. */
  public static void compute() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < COMPUTING_NANOS) {
      Thread.onSpinWait();
    }
    COMPUTED_NANOS.addAndGet(COMPUTING_NANOS);
  }
}
