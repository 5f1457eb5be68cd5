package dev.sessionbench.base.text;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * A snapshot of the CPU time and memory that this process has used.
 *
 * <p>Allocation is counted for each thread and lost when the thread ends. A difference of two
 * snapshots therefore omits threads that ended in between. For that reason the loads keep their
 * threads until after the second snapshot.
 *
 * @param cpuNanos CPU time of the whole process, garbage collector and compiler included, in
 *     nanoseconds
 * @param allocatedBytesByThread the bytes that each live thread has allocated, by thread id
 */
public record ProcessUsage(long cpuNanos, Map<Long, Long> allocatedBytesByThread) {
  private static final OperatingSystemMXBean OS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /** The CPU time of the process since its start, in nanoseconds. Cheaper than a snapshot. */
  public static long cpuNanosUntilNow() {
    return OS.getProcessCpuTime();
  }

  /** The usage as of now. */
  public static ProcessUsage now() {
    long cpuNanos = OS.getProcessCpuTime();
    long[] ids = THREADS.getAllThreadIds();
    long[] bytes = THREADS.getThreadAllocatedBytes(ids);
    Map<Long, Long> byThread = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      // -1: the thread has ended since its id was read.
      if (bytes[i] >= 0) {
        byThread.put(ids[i], bytes[i]);
      }
    }
    return new ProcessUsage(cpuNanos, byThread);
  }

  /**
   * Memory allocated since an earlier snapshot by the threads that are alive now.
   *
   * @param before the earlier snapshot
   * @return bytes
   */
  public long allocatedBytesSince(ProcessUsage before) {
    long sum = 0;
    for (Map.Entry<Long, Long> thread : allocatedBytesByThread.entrySet()) {
      sum += thread.getValue() - before.allocatedBytesByThread.getOrDefault(thread.getKey(), 0L);
    }
    return sum;
  }
}
