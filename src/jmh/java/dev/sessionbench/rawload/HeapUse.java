package dev.sessionbench.rawload;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** What is alive on the heap. */
public final class HeapUse {
  private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

  /** What only a finaliser or a cleaner lets go needs a second collection. */
  private static final int COLLECTIONS = 3;

  private HeapUse() {}

  /** Bytes used after full collections. */
  public static long afterFullCollection() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return MEMORY.getHeapMemoryUsage().getUsed();
  }
}
