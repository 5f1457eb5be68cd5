package dev.sessionbench.handicap;

import dev.sessionbench.accounting.ProcessUsage;
import dev.sessionbench.load.LoadDriver;
import dev.sessionbench.load.OperationTimes;
import dev.sessionbench.model.SystemTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A load that takes more time, CPU or memory than the one within it, by a share of what that one
 * takes: a handicap.
 *
 * <p>CPU time is burnt on a thread of its own beside the load, as a client that works harder would,
 * and not after it, which would lengthen the load.
 *
 * @param load the load within
 * @param kind what is wasted
 * @param share of what the load takes, 0.05 for 5 %
 */
record WastefulDriver(LoadDriver load, Handicap.Kind kind, double share) implements LoadDriver {
  private static final int CHUNK_BYTES = 1 << 16;

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
    long start = SystemTime.CLOCK.nanos();
    load.run();
    SlowedOperations.pause(Math.round((SystemTime.CLOCK.nanos() - start) * share));
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
    AtomicBoolean ended = new AtomicBoolean();
    CpuBurner burner = new CpuBurner(new CpuBurner.Machine(), share);
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

  @Override
  public List<OperationTimes> operations() {
    return load.operations();
  }

  @Override
  public void close() {
    load.close();
  }
}
