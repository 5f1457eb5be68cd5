package dev.sessionbench.bench.trial;

import dev.sessionbench.mock.rpc.ServerUsage;
import java.util.Optional;

/**
 * What a run used of the machine. Its timed part is from the start of its load to the end of its
 * last operation.
 *
 * @param cpuNanos CPU time of the whole process in the timed part, in nanoseconds
 * @param wallNanos how long the timed part took, in nanoseconds
 * @param allocatedBytes memory that the process allocated from the end of the preparation to the
 *     end of the load
 * @param mock what the mock server's threads used in the same time; nothing where there was none
 */
public record RunUsage(
    long cpuNanos, long wallNanos, long allocatedBytes, Optional<ServerUsage> mock) {
  /** CPU time without that of the mock server's threads, in nanoseconds, at least 0. */
  long clientCpuNanos() {
    return Math.max(0, cpuNanos - mock.orElse(ServerUsage.NONE).cpuNanos());
  }

  /** Memory allocated without that of the mock server's threads, at least 0. */
  long clientAllocatedBytes() {
    return Math.max(0, allocatedBytes - mock.orElse(ServerUsage.NONE).allocatedBytes());
  }

  /**
   * The part of the machine that was used in the timed part.
   *
   * @param processors the processors that the process could use
   * @return CPU time over wall time times processors, in percent
   */
  double utilisationPercent(int processors) {
    return 100.0 * cpuNanos / ((double) wallNanos * processors);
  }
}
