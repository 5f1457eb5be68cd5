package dev.sessionbench.gate.run;

import static dev.sessionbench.gate.run.PatchedClient.ACQUIRE_2MS;
import static dev.sessionbench.gate.run.PatchedClient.ALLOCATION_10_PERCENT;
import static dev.sessionbench.gate.run.PatchedClient.BATCH_LATER;
import static dev.sessionbench.gate.run.PatchedClient.CPU_20_PERCENT;
import static dev.sessionbench.gate.run.PatchedClient.ONE_ACQUIRE_IN_50_20MS;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.count.Counting;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a client with all patches that keep its counts, and checks the work that they added. */
class PatchedClientTest {
  /** Every caller acquires a session once, and the pool grows once. */
  private static final String CELL = "burstRead incStep=25 inprocess 25%";

  private static final int CALLERS = 103;

  /** The first caller, and every fiftieth after it. */
  private static final int SLOW_CALLERS = 1 + (CALLERS - 1) / Burden.SELDOM;

  /** One request for each channel fills the pool, and one makes it grow. */
  private static final int REQUESTS = 4 + 1;

  @TempDir Path folder;

  /**
   * Counts the client, checks the counts by the closed form, and returns the class that added work.
   */
  private Class<?> burden() throws Exception {
    OwnCounter client =
        OwnCounter.loaded(
            OwnCounter.patched(
                folder,
                ALLOCATION_10_PERCENT,
                CPU_20_PERCENT,
                ACQUIRE_2MS,
                ONE_ACQUIRE_IN_50_20MS,
                BATCH_LATER));
    Map<String, Double> counts = client.counts(CELL);
    new Counting(Map.of())
        .byRule(CountCell.parse(CELL))
        .forEach((name, value) -> assertThat(counts).containsEntry(name, (double) value));
    return client.loader().loadClass(Burden.class.getName());
  }

  private static long amount(Class<?> burden, String method) throws Exception {
    return Long.parseLong(String.valueOf(burden.getMethod(method).invoke(null)));
  }

  @Test
  void patchesAddTheirWorkToCallersAndRequests() throws Exception {
    Class<?> burden = burden();
    assertThat(amount(burden, "allocatedBytes")).isEqualTo((long) CALLERS * Burden.BYTES);
    assertThat(amount(burden, "computedNanos")).isEqualTo(CALLERS * Burden.COMPUTING_NANOS);
    assertThat(amount(burden, "sleptNanos"))
        .isEqualTo(CALLERS * 2_000_000L + SLOW_CALLERS * 20_000_000L + REQUESTS * 5_000_000L);
  }

  @Test
  void burdensAreAtLeastAsLargeAsStated() {
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = thread.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 100; i++) {
      Burden.allocate();
    }
    assertThat(thread.getCurrentThreadAllocatedBytes() - bytes)
        .isGreaterThanOrEqualTo(100L * Burden.BYTES);
    long cpuNanos = thread.getCurrentThreadCpuTime();
    long nanos = System.nanoTime();
    Burden.compute();
    assertThat(System.nanoTime() - nanos).isGreaterThanOrEqualTo(Burden.COMPUTING_NANOS);
    assertThat(thread.getCurrentThreadCpuTime()).isGreaterThan(cpuNanos);
    nanos = System.nanoTime();
    Burden.sleepFiveMillis();
    assertThat(System.nanoTime() - nanos).isGreaterThanOrEqualTo(5_000_000L);
  }
}
