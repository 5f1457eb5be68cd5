package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.text.ProcessUsage;
import dev.sessionbench.bench.load.Load;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Plays a load so that it takes more time, memory or CPU, by a share of what it takes, 0.05 for 5
 * %: handicaps.
 */
final class Waste {
  private static final int CHUNK_BYTES = 1 << 16;

  private Waste() {}

  static void time(Load load, double share) throws InterruptedException {
    long start = SystemTime.CLOCK.nanos();
    load.run();
    SlowedOperations.pause(Math.round((SystemTime.CLOCK.nanos() - start) * share));
  }

  static void memory(Load load, double share) throws InterruptedException {
    ProcessUsage before = ProcessUsage.now();
    load.run();
    long bytes = Math.round(ProcessUsage.now().allocatedBytesSince(before) * share);
    int kept = 0;
    for (long made = 0; made < bytes; made += CHUNK_BYTES) {
      // Reading what was made keeps the compiler from leaving it out.
      kept += new byte[CHUNK_BYTES].length;
    }
    if (kept < 0) {
      throw new IllegalStateException("more than 2 GiB were to be wasted");
    }
  }

  /**
   * CPU time is burnt on a thread of its own beside the load, as a client that works harder would,
   * and not after it, which would lengthen the load.
   */
  static void cpu(Load load, double share) throws InterruptedException {
    AtomicBoolean ended = new AtomicBoolean();
    CpuBurner burner = CpuBurner.ofThisMachine(share);
    long before = ProcessUsage.cpuNanosUntilNow();
    Thread thread = new Thread(() -> burner.burn(before, ended::get), "handicap-cpu");
    thread.start();
    try {
      load.run();
    } finally {
      ended.set(true);
      thread.join();
    }
  }

  /**
   * Keeps the CPU time of one thread at a share of what the rest of the process uses.
   *
   * @param processNanos CPU time of the whole process until now, in nanoseconds
   * @param threadNanos CPU time of the calling thread until now, in nanoseconds
   * @param pass keeps the calling thread busy for a while where it is given true, else lets it rest
   * @param share of what the others use, 1 for as much
   */
  record CpuBurner(
      LongSupplier processNanos, LongSupplier threadNanos, Consumer<Boolean> pass, double share) {
    private static final long SPIN_NANOS = 200_000;
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    static CpuBurner ofThisMachine(double share) {
      return new CpuBurner(
          ProcessUsage::cpuNanosUntilNow,
          ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
          CpuBurner::passTime,
          share);
    }

    private static void passTime(boolean busy) {
      if (!busy) {
        SystemTime.CLOCK.park(REST_NANOS);
        return;
      }
      long start = SystemTime.CLOCK.nanos();
      while (SystemTime.CLOCK.nanos() - start < SPIN_NANOS) {
        Thread.onSpinWait();
      }
    }

    /**
     * Burns until the load has ended and its share has been burnt.
     *
     * @param beforeNanos CPU time of the process when the load began
     * @param ended whether the load has ended
     */
    void burn(long beforeNanos, BooleanSupplier ended) {
      long ownBefore = threadNanos.getAsLong();
      while (true) {
        boolean last = ended.getAsBoolean();
        long own = threadNanos.getAsLong() - ownBefore;
        boolean owing = own < (processNanos.getAsLong() - beforeNanos - own) * share;
        if (last && !owing) {
          return;
        }
        pass.accept(owing);
      }
    }
  }
}
