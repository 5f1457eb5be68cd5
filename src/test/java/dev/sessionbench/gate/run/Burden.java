package dev.sessionbench.gate.run;

import java.util.concurrent.locks.LockSupport;

/**
 * What a patched client does besides, in the client's own thread. It is called from the client's
 * class path and so uses nothing of this project.
 */
public final class Burden {
  /**
   * A tenth of what the client allocates for an operation of burstRead at step 25: 63 MB for 3,200
   * in results/baseline.
   */
  private static final int BYTES = 2_000;

  /** A fifth of the CPU time that the client takes for such an operation: 620 ms for 3,200. */
  private static final long COMPUTING_NANOS = 40_000;

  private Burden() {}

  /** Sleeps for 2 ms. */
  public static void sleepTwoMillis() {
    LockSupport.parkNanos(2_000_000);
  }

  /** Sleeps for 5 ms. */
  public static void sleepFiveMillis() {
    LockSupport.parkNanos(5_000_000);
  }

  /** Allocates; that a native method looks at it keeps the compiler from leaving it out. */
  public static void allocate() {
    if (Thread.holdsLock(new byte[BYTES])) {
      throw new AssertionError("nobody else knows it");
    }
  }

  /** Keeps a core busy. */
  public static void compute() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < COMPUTING_NANOS) {
      Thread.onSpinWait();
    }
  }
}
