package dev.sessionbench.trial;

import dev.sessionbench.workload.Load;
import dev.sessionbench.workload.OperationTimes;
import dev.sessionbench.workload.ProcessUsage;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A load that takes more time, CPU or memory than the one within it, by a share of what that one
 * takes: an injected fault.
 *
 * <p>CPU time is burnt on a thread of its own beside the load, as a client that works harder would,
 * and not after it, which would lengthen the load.
 *
 * @param load the load within
 * @param kind what is wasted
 * @param share of what the load takes, 0.05 for 5 %
 */
record WastefulLoad(Load load, Injection.Kind kind, double share) implements Load {
  private static final int CHUNK_BYTES = 1 << 16;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long SPIN_NANOS = 200_000;

  @Override
  public void run() throws InterruptedException {
    switch (kind) {
      case WALL -> runAndPause();
      case ALLOCATION -> runAndAllocate();
      case CPU -> runAndBurn();
      case NONE, RPC, SERVER, ACQUIRE -> load.run();
    }
  }

  private void runAndPause() throws InterruptedException {
    long start = System.nanoTime();
    load.run();
    SlowedOperations.pause(Math.round((System.nanoTime() - start) * share));
  }

  private void runAndAllocate() throws InterruptedException {
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

  private void runAndBurn() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    long before = ProcessUsage.cpuNanosUntilNow();
    Thread burner = new Thread(() -> burn(before, ended), "injected-cpu");
    burner.start();
    try {
      load.run();
    } finally {
      ended.countDown();
      burner.join();
    }
  }

  /** Keeps the CPU time burnt at the share of what the rest of the process used. */
  private void burn(long before, CountDownLatch ended) {
    long ownBefore = THREADS.getCurrentThreadCpuTime();
    while (true) {
      long own = THREADS.getCurrentThreadCpuTime() - ownBefore;
      long others = ProcessUsage.cpuNanosUntilNow() - before - own;
      if (own < others * share) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < SPIN_NANOS) {
          Thread.onSpinWait();
        }
      } else if (ended.getCount() == 0) {
        return;
      } else {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
    }
  }

  @Override
  public List<OperationTimes> operations() {
    return load.operations();
  }

  @Override
  public void close() {
    load.close();
  }
}
