package dev.sessionbench.handicap;

import dev.sessionbench.accounting.ProcessUsage;
import dev.sessionbench.model.SystemTime;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Keeps the CPU time of one thread at a share of what the rest of the process uses.
 *
 * @param meter what has been used
 * @param share of what the others use, 1 for as much
 */
record CpuBurner(Meter meter, double share) {
  private static final long SPIN_NANOS = 200_000;
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Tells CPU time, and makes it pass. */
  interface Meter {
    /** CPU time of the whole process until now, in nanoseconds. */
    long processNanos();

    /** CPU time of the calling thread until now, in nanoseconds. */
    long threadNanos();

    /** Keeps the calling thread busy for a while, or lets it rest. */
    void pass(boolean busy);
  }

  /** This machine. */
  static final class Machine implements Meter {
    @Override
    public long processNanos() {
      return ProcessUsage.cpuNanosUntilNow();
    }

    @Override
    public long threadNanos() {
      return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    @Override
    public void pass(boolean busy) {
      if (!busy) {
        SystemTime.CLOCK.park(REST_NANOS);
        return;
      }
      long start = SystemTime.CLOCK.nanos();
      while (SystemTime.CLOCK.nanos() - start < SPIN_NANOS) {
        Thread.onSpinWait();
      }
    }
  }

  /**
   * Burns until the load has ended and its share has been burnt.
   *
   * @param beforeNanos CPU time of the process when the load began
   * @param ended whether the load has ended
   */
  void burn(long beforeNanos, BooleanSupplier ended) {
    long ownBefore = meter.threadNanos();
    while (true) {
      boolean last = ended.getAsBoolean();
      long own = meter.threadNanos() - ownBefore;
      boolean owing = own < (meter.processNanos() - beforeNanos - own) * share;
      if (last && !owing) {
        return;
      }
      meter.pass(owing);
    }
  }
}
