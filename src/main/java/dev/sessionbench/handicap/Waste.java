package dev.sessionbench.handicap;

import dev.sessionbench.accounting.ProcessUsage;
import dev.sessionbench.load.Load;
import dev.sessionbench.model.SystemTime;
import java.util.concurrent.atomic.AtomicBoolean;

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
}
